import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fail, fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aCustomer } from '../../../test/records.ts'
import { alerts } from '../../shared/alerts.ts'
import { MergeWalkIn } from './merge-walk-in.tsx'

const walkIn = { ...aCustomer, is_walk_in: true, idcard: '' } as never

function Question() {
  const [isOpen, setOpen] = useState(true)
  return (
    <MergeWalkIn
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      walkIn={walkIn}
      typedNumbers={() => ({ idcard: '1100000000016', passport: '' })}
    />
  )
}

beforeEach(() => alerts.reset())
afterEach(() => void vi.unstubAllGlobals())

describe('the question whether to merge a walk-in', () => {
  it('stays open with the message of a failure, and opens the other customer after a success', async () => {
    let isRefused = true
    const requests = fakeFetch(() =>
      isRefused ? fail(409, 'CONFLICT') : ok({ ...aCustomer, customer_id: 4 }),
    )
    const router = await renderScreen(<Question />)
    const user = userEvent.setup()
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'รวมข้อมูล' }))
    expect(await dialog.findByText('ข้อความ CONFLICT')).toBeTruthy()
    isRefused = false
    await user.click(dialog.getByRole('button', { name: 'รวมข้อมูล' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/customers/4'))
    expect(requests[1]?.body).toEqual({ customer_id: 7, version: 3, idcard: '1100000000016' })
  })
})
