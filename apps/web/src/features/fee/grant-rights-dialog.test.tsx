import type { otherFee } from '@khapdee/contract/entities/fees'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import type { RecordOf } from '../../crud/resource.ts'
import { GrantRightsDialog } from './grant-rights-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

it('the dialog stays open with the error when the grant fails, and closes when it succeeds', async () => {
  const onClose = vi.fn<() => void>()
  let fails = true
  fakeFetch(({ method }) => {
    const counts = { applications: 2, rights: 3, walk_ins: 0 }
    return method === 'POST' && fails ? fail(500, 'INTERNAL') : ok(counts)
  })
  // The dialog reads only these fields of the fee.
  const record = { other_fee_id: 4, version: 1, exams: [{}] } as RecordOf<typeof otherFee>
  await renderScreen(<GrantRightsDialog record={record} onClose={onClose} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'ให้สิทธิ์สอบ' }))
  expect((await screen.findByRole('alert')).textContent).toContain('ข้อความ INTERNAL')
  expect(onClose).not.toHaveBeenCalled()
  fails = false
  await user.click(screen.getByRole('button', { name: 'ให้สิทธิ์สอบ' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
