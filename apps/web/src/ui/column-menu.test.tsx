import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { ColumnMenu } from './column-menu.tsx'

const columns = [
  { id: 'code', header: 'เลขที่', phone: 'title' as const },
  { id: 'course', header: 'หลักสูตร' },
  { id: 'branch', header: 'สาขา' },
]

function Menu({ initial }: { initial: readonly string[] }) {
  const [hidden, setHidden] = useState(initial)
  return (
    <>
      <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
      <output>{hidden.join(' ')}</output>
    </>
  )
}

const entry = (name: string) => screen.getByRole('menuitemcheckbox', { name })
const hidden = () => screen.getByRole('status').textContent

describe('ColumnMenu', () => {
  it('puts columns away and brings them back, by keyboard too, and stays open', async () => {
    const user = userEvent.setup()
    render(<Menu initial={[]} />)
    await user.click(screen.getByRole('button', { name: 'คอลัมน์' }))
    await user.click(entry('สาขา'))
    expect(hidden()).toBe('branch')
    expect(entry('สาขา').getAttribute('aria-checked')).toBe('false')
    expect(entry('หลักสูตร').getAttribute('aria-checked')).toBe('true')

    await user.keyboard('{ArrowUp}{Enter}')
    expect(hidden()).toBe('course branch')
    await user.keyboard('{Escape}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'คอลัมน์ 1/3' })),
    )
  })

  it('keeps the column that names the row', async () => {
    const user = userEvent.setup()
    render(<Menu initial={['code']} />)
    await user.click(screen.getByRole('button', { name: 'คอลัมน์' }))
    expect(entry('เลขที่').getAttribute('aria-checked')).toBe('true')
    expect(entry('เลขที่').getAttribute('aria-disabled')).toBe('true')
  })

  it('shows all again, and forgets columns that are gone', async () => {
    const user = userEvent.setup()
    render(<Menu initial={['branch', 'no-such']} />)
    await user.click(screen.getByRole('button', { name: 'คอลัมน์ 2/3' }))
    await user.click(screen.getByRole('menuitem', { name: 'แสดงทุกคอลัมน์' }))
    expect(hidden()).toBe('')
    expect(screen.queryByRole('menu')).toBeNull()
  })
})
