import { branchSettings as settings } from '@khapdee/contract/entities/branch'
import { titleOf } from '@khapdee/contract/field-meta'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { ResourceForm } from '../../crud/resource-form.tsx'
import { branchSettings, branches } from './resource.tsx'

afterEach(() => vi.unstubAllGlobals())

const at = '2026-11-21T03:00:00.000Z'
const names = ['สำนักงานใหญ่', 'เหนือ', 'เหนือสุด', 'ใต้']
const row = (branch_id: number, parent_id: number | null) => ({
  branch_id,
  parent_id,
  parent_name: null,
  code: 'KKN',
  name: names[branch_id - 1],
  address: '',
  moo: '',
  soi: '',
  street: '',
  subdistrict: '',
  district: '',
  province: '',
  postcode: '',
  phone_1: '',
  phone_2: '',
  line: '',
  tax_id: '',
  tax_branch_no: '',
  promptpay_id: '',
  logo_file_id: null,
  logo_link: null,
  code_used: true,
  settings: {},
  note: '',
  is_delete: false,
  createdAt: at,
  updatedAt: at,
  version: 1,
})
const rows = [row(1, null), row(2, 1), row(3, 2), row(4, 1)]

it('does not offer the branch itself or its descendants as the parent', async () => {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({
      ability: ['view', 'update'].map((action) => ({ subject: 'branch', action })),
      branches: rows.map(({ branch_id }) => ({
        value: branch_id,
        name: names[branch_id - 1] ?? '',
      })),
    }),
  })
  fakeFetch(({ path }) =>
    path.startsWith('branch/gettable')
      ? ok(rows, { meta: { page: 1, perPage: 100, total: 4, totalPages: 1 }, filter: {} })
      : ok(rows[1]),
  )
  await renderScreen(<ResourceForm resource={branches} id={2} />)
  await userEvent.setup().click(await screen.findByRole('button', { name: /สังกัดสาขา/ }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual(['ไม่มี', 'สำนักงานใหญ่', 'ใต้'])
})

it('the form has a switch for each rule that a branch turns on or off; the switch about the tax number is next to the number', async () => {
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({
      ability: ['view', 'update'].map((action) => ({ subject: 'branch', action })),
    }),
  })
  const values = settings.parse({})
  fakeFetch(() => ok({ ...rows[0], settings: values }))
  const switchesOf = async (resource: Parameters<typeof ResourceForm>[0]['resource']) => {
    await renderScreen(<ResourceForm resource={resource} id={1} />)
    const switches = await screen.findAllByRole('switch')
    const labels = switches.map((element) => element.closest('label')?.textContent).join(' · ')
    cleanup()
    return labels
  }
  const ofSettings = await switchesOf(branchSettings as never)
  const ofBranch = await switchesOf(branches as never)
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'boolean' || name === 'receipt_header_address') continue
    const shown = name === 'no_tax_number' ? ofBranch : ofSettings
    expect(shown).toContain(titleOf(settings.shape, name as keyof typeof values))
  }
})
