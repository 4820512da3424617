import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog, Modal } from './dialog.tsx'

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

describe('the focus after a dialog', () => {
  /** A list of names, each with a button that deletes it once `loaded` is resolved. */
  function List({ loaded, titled = true }: { loaded: () => Promise<void>; titled?: boolean }) {
    const [names, setNames] = useState(['รังสิต', 'บางพลี'])
    const [deleting, setDeleting] = useState<string>()
    return (
      <main>
        <h1>สาขา</h1>
        <section aria-label="รายการ">
          {titled && <h2>สาขาที่เปิด</h2>}
          {names.map((name) => (
            <button key={name} type="button" onClick={() => setDeleting(name)}>
              ลบ {name}
            </button>
          ))}
        </section>
        {deleting !== undefined && (
          <ConfirmDialog
            isOpen
            onClose={() => setDeleting(undefined)}
            title="ลบสาขา"
            onConfirm={() => {
              void loaded().then(() => setNames((rest) => rest.filter((name) => name !== deleting)))
            }}
          >
            ต้องการลบใช่หรือไม่
          </ConfirmDialog>
        )}
      </main>
    )
  }
  const after = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const confirmFirst = async () => {
    const user = userEvent.setup()
    await user.tab()
    await user.keyboard('{Enter}')
    await user.keyboard('{Enter}')
    return user
  }
  const untilDeleted = () =>
    vi.waitFor(() => expect(screen.queryByRole('button', { name: 'ลบ รังสิต' })).toBeNull())
  const focusedText = () => document.activeElement?.textContent

  it.each([
    ['at once', 0],
    ['after the list is loaded again', 120],
  ])('goes to the heading of the region when the opener disappears %s', async (_, delay) => {
    render(<List loaded={after(delay)} />)
    const user = await confirmFirst()
    await untilDeleted()
    await vi.waitFor(() => expect(focusedText()).toBe('สาขาที่เปิด'))
    await user.tab()
    expect(focusedText()).toBe('ลบ บางพลี')
  })

  it('goes to the heading of the screen when the region has none', async () => {
    render(<List loaded={after(60)} titled={false} />)
    await confirmFirst()
    await vi.waitFor(() => expect(focusedText()).toBe('สาขา'))
  })

  it('stays where the user has moved it', async () => {
    let finish = () => {}
    render(<List loaded={() => new Promise((resolve) => (finish = resolve))} />)
    const user = await confirmFirst()
    await vi.waitFor(() => expect(focusedText()).toBe('ลบ รังสิต'))
    await user.tab()
    finish()
    await untilDeleted()
    expect(focusedText()).toBe('ลบ บางพลี')
  })
})

describe('Modal', () => {
  const show = (children: ReactNode) =>
    render(
      <Modal isOpen onClose={() => {}} title="รับคำขอ">
        {children}
      </Modal>,
    )
  const focused = () => document.activeElement?.getAttribute('aria-label')

  it.each([
    ['the first field', <input key="a" aria-label="ชื่อ" />, 'ชื่อ'],
    [
      'the chosen radio button',
      <div key="a" role="radiogroup" aria-label="ประเภท">
        <input type="radio" name="a" aria-label="เงินสด" />
        <input type="radio" name="a" aria-label="โอนเงิน" defaultChecked />
      </div>,
      'โอนเงิน',
    ],
    [
      'the first field that can be used',
      <>
        <input aria-label="สาขา" disabled />
        <textarea aria-label="หมายเหตุ" />
      </>,
      'หมายเหตุ',
    ],
  ])('focuses %s', async (_, content, name) => {
    show(content)
    await vi.waitFor(() => expect(focused()).toBe(name))
  })

  it('leaves the focus on a field that its content focuses', async () => {
    function Content() {
      const field = useRef<HTMLInputElement>(null)
      useEffect(() => void setTimeout(() => field.current?.focus()), [])
      return (
        <>
          <input aria-label="ชื่อ" />
          <input aria-label="จำนวนเงิน" ref={field} />
        </>
      )
    }
    show(<Content />)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await vi.waitFor(() => expect(focused()).toBe('จำนวนเงิน'))
  })

  it('focuses the first field of content that is still loading', async () => {
    const screen = show(<p>กำลังโหลดข้อมูล</p>)
    await new Promise((resolve) => setTimeout(resolve, 50))
    screen.rerender(
      <Modal isOpen onClose={() => {}} title="รับคำขอ">
        <input aria-label="ชื่อ" />
      </Modal>,
    )
    await vi.waitFor(() => expect(focused()).toBe('ชื่อ'))
  })
})
