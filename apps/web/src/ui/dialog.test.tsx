import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './dialog.tsx'

function setUp(onConfirm: () => unknown) {
  function Screen() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          เปิด
        </button>
        <ConfirmDialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title="ลบสาขา"
          confirmLabel="ลบ"
          onConfirm={onConfirm}
        >
          ต้องการลบ “รังสิต” ใช่หรือไม่
        </ConfirmDialog>
      </>
    )
  }
  render(<Screen />)
  const user = userEvent.setup()
  return {
    user,
    open: () => user.click(screen.getByRole('button', { name: 'เปิด' })),
    confirmButton: () => screen.getByRole('button', { name: /^ลบ/ }),
  }
}

describe('ConfirmDialog', () => {
  it('runs the action once for several presses, closes and returns the focus', async () => {
    let finish = () => {}
    const onConfirm = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (finish = resolve)))
    const { user, open, confirmButton } = setUp(onConfirm)
    const opener = screen.getByRole('button', { name: 'เปิด' })
    await open()
    expect(screen.getByRole('alertdialog', { name: 'ลบสาขา' })).toBeTruthy()
    await user.click(confirmButton())
    await user.click(confirmButton())
    await user.keyboard('{Escape}')
    expect(onConfirm).toHaveBeenCalledOnce()
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    finish()
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await vi.waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('stays open with the error message, and has none when it is opened again', async () => {
    const { user, open, confirmButton } = setUp(() => {
      throw new Error('ลบไม่ได้ เนื่องจากมีการใช้งานอยู่')
    })
    await open()
    await user.click(confirmButton())
    expect(screen.getByRole('alert').textContent).toContain('ลบไม่ได้ เนื่องจากมีการใช้งานอยู่')
    await user.click(screen.getByRole('button', { name: 'ยกเลิก' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await open()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
