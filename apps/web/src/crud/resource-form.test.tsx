import { course } from '@khapdee/contract/entities/course'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aCourse } from '../../test/records.ts'
import { aUser } from '../../test/user.ts'
import { sessionStore } from '../session/session.ts'
import { fieldsOf } from '../ui/form/form-fields.tsx'
import { ResourceForm } from './resource-form.tsx'
import { ResourceList } from './resource-list.tsx'
import { defineResource } from './resource.ts'

const { FormText } = fieldsOf<{ name: string }>()
const courses = defineResource({ api: course, Fields: () => <FormText name="name" /> })
const ability = ['view', 'update', 'delete'].map((action) => ({ subject: 'course', action }))
const courseOfAllBranches = { ...aCourse, branch_id: null, branch_name: null }

const signIn = (all_branches: boolean) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability, all_branches }),
  })

afterEach(() => void vi.unstubAllGlobals())

describe('a master data record', () => {
  it('of all branches is read-only, with the reason, for a user of some branches', async () => {
    signIn(false)
    fakeFetch(() => ok(courseOfAllBranches))
    await renderScreen(<ResourceForm resource={courses} id={3} />)
    expect(await screen.findByText(/แก้ไขได้เฉพาะผู้ที่ดูแลทุกสาขา/)).toBeTruthy()
    expect(screen.getByLabelText(/ชื่อหลักสูตร/).closest('fieldset')?.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'บันทึก' })).toBeNull()
  })

  it.each([
    ['no row actions for a user of some branches', false, 0],
    ['row actions for a user of all branches', true, 1],
  ])('of all branches has %s', async (_, allBranches, count) => {
    signIn(allBranches)
    const meta = { page: 1, perPage: 10, total: 1, totalPages: 1 }
    fakeFetch(() => ok([courseOfAllBranches], { meta, filter: {} }))
    await renderScreen(<ResourceList resource={courses} />)
    await screen.findByText(aCourse.name)
    expect(screen.queryAllByRole('button', { name: /^จัดการ/ })).toHaveLength(count)
  })

  it.each([
    ['of all branches can be edited by a user of all branches', true, courseOfAllBranches],
    ["of one branch can be edited by that branch's users", false, aCourse],
  ])('%s', async (_, allBranches, record) => {
    signIn(allBranches)
    fakeFetch(() => ok(record))
    await renderScreen(<ResourceForm resource={courses} id={3} />)
    expect(await screen.findByRole('button', { name: 'บันทึก' })).toBeTruthy()
  })
})
