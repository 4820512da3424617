/** Checks that every CRUD entity has a resource, and that its form has every field of the contract. */
import { entityList } from '@khapdee/domain/entities'
import { waitFor } from '@testing-library/react'
import { Suspense, useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aUser } from '../../test/user.ts'
import { blankValues } from '../crud/use-entity-form.ts'
import { describeFields } from '../api/describe-fields.ts'
import { EntryForm } from '../ui/form/entry-form.tsx'
import type { CrudApi, Resource } from '../crud/resource.ts'
import { sessionStore } from '../session/session.ts'

const isResource = (value: unknown): value is Resource<CrudApi> =>
  typeof value === 'object' && value !== null && 'Fields' in value

const modules = import.meta.glob<object>('../features/*/resource.tsx', { eager: true })
const resources = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isResource)
const fullResources = resources.filter(({ section }) => section === undefined)

beforeEach(() => {
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({}) })
  fakeFetch(() => ok({}, { filter: {} }))
})
afterEach(() => void vi.unstubAllGlobals())

it('declares one resource for every CRUD entity', () => {
  const crudTables = entityList
    .filter(([, { apiPath }]) => apiPath !== undefined)
    .map(([table]) => table)
  const declared = fullResources.map(({ api }) => api.entity.table)
  expect(declared.toSorted()).toEqual([...crudTables, 'app_user'].toSorted())
})

/** Fields by table that are on a separate screen, or depend on the value of another field. */
const fieldsNotOnForm: Readonly<Record<string, readonly string[]>> = {
  branch: ['settings', 'promptpay_id', 'logo_file_id'],
  promotion: ['limit'],
  other_fee: ['exam_use', 'exams'],
  list_payroll: ['posting'],
  payroll_rate: ['figures'],
  // Shown for weekly rules, for expenses, and for the type of the item.
  recurring_entry: ['weekday', 'vehicle_id', 'employee_id', 'payee_tax_id', 'wht_value'],
}

describe.each(
  fullResources
    .filter(({ api }) => 'apiPath' in api.entity)
    .map((resource) => [resource.path, resource] as const),
)('the form of %s', (_, { api, Fields }) => {
  it('has every field of the contract', async () => {
    const onMount = vi.fn<(form: UseFormReturn) => void>()
    function Form() {
      const form: UseFormReturn = useForm({ defaultValues: blankValues(api.fields) })
      useEffect(() => onMount(form), [form])
      return (
        <EntryForm
          form={form}
          describe={describeFields(api.fields)}
          id="record"
          label="ฟอร์ม"
          onSubmit={() => {}}
        >
          <Suspense fallback="…">
            <Fields record={null} />
          </Suspense>
        </EntryForm>
      )
    }
    await renderScreen(<Form />)
    const fields = Object.keys(api.fields.shape).filter(
      (name) => !fieldsNotOnForm[api.entity.table]?.includes(name),
    )
    await waitFor(() =>
      expect([...(onMount.mock.lastCall?.[0].control._names.mount ?? [])]).toEqual(
        expect.arrayContaining(fields),
      ),
    )
  })
})
