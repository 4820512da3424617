import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Column } from './columns.tsx'
import type { DataTableProps } from './columns.tsx'
import { DataTable } from './data-table.tsx'
import type { RowAction } from './menu.tsx'
import { recordLinkMark } from './table-rows.tsx'
import { UiProvider } from './ui-provider.tsx'

interface Branch {
  id: number
  name: string
}

const rows: Branch[] = [
  { id: 1, name: 'รังสิต' },
  { id: 2, name: 'ขอนแก่น' },
]
const cell = vi.fn<(branch: Branch) => string>((branch) => branch.name)
const columns: Column<Branch>[] = [
  { id: 'name', header: 'ชื่อสาขา', sortable: true, phoneSlot: 'title', cell },
  { id: 'code', header: 'รหัสสาขา', cell: (branch) => `B${branch.id}` },
]
const columnsWithNarrow: Column<Branch>[] = [
  { id: 'name', header: 'ชื่อสาขา', sortable: true, phoneSlot: 'title', cell },
  {
    id: 'code',
    header: 'รหัสสาขา',
    sortable: true,
    narrow: { belowWidth: 800, under: 'name', cell: (branch) => `รหัส ${branch.id}` },
    cell: (branch) => `B${branch.id}`,
  },
]
const pay = vi.fn<(id: number) => void>()
const remove = vi.fn<(id: number) => void>()
const rowActions = (branch: Branch): RowAction[] => [
  { id: 'remove', label: 'ลบ', tone: 'danger', onAction: () => remove(branch.id) },
  { id: 'pay', label: 'รับชำระเงิน', primary: true, onAction: () => pay(branch.id) },
]

const tableOf = (props: Partial<DataTableProps<Branch>>) => (
  <UiProvider navigate={() => {}}>
    <DataTable
      label="สาขา"
      columns={columns}
      rows={rows}
      rowKey={(branch) => branch.id}
      state="ready"
      {...props}
    />
  </UiProvider>
)

/** Makes all media queries match on a phone and none on a desktop. */
function onScreen(kind: 'phone' | 'desktop') {
  vi.stubGlobal('matchMedia', () => ({
    matches: kind === 'phone',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('DataTable', () => {
  it('renders a table with a name, headers and cells', () => {
    render(tableOf({}))
    const table = screen.getByRole('table', { name: 'สาขา' })
    expect(within(table).getAllByRole('columnheader')).toHaveLength(2)
    expect(within(table).getByRole('cell', { name: 'ขอนแก่น' })).toBeTruthy()
  })

  it('sorts ascending, then descending, and announces the order', () => {
    const onSort = vi.fn<(sort: string) => void>()
    const { rerender } = render(tableOf({ onSort }))
    const head = () => screen.getByRole('columnheader', { name: 'ชื่อสาขา' })
    expect(head().getAttribute('aria-sort')).toBe('none')
    fireEvent.click(within(head()).getByRole('button'))
    expect(onSort).toHaveBeenLastCalledWith('name')

    rerender(tableOf({ onSort, sort: 'name' }))
    expect(head().getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(within(head()).getByRole('button'))
    expect(onSort).toHaveBeenLastCalledWith('-name')

    rerender(tableOf({ onSort, sort: '-name' }))
    expect(head().getAttribute('aria-sort')).toBe('descending')
    expect(
      screen.getByRole('columnheader', { name: 'รหัสสาขา' }).getAttribute('aria-sort'),
    ).toBeNull()
  })

  it('shows a skeleton on the first load only', () => {
    const { rerender } = render(tableOf({ rows: [], state: 'loading' }))
    expect(screen.getByText('กำลังโหลดข้อมูล')).toBeTruthy()
    rerender(tableOf({ state: 'loading', stale: true }))
    expect(screen.queryByText('กำลังโหลดข้อมูล')).toBeNull()
    expect(screen.getByText('รังสิต')).toBeTruthy()
  })

  it('keeps the rows when loading fails and offers a retry', () => {
    const onRetry = vi.fn<() => void>()
    render(tableOf({ state: 'error', onRetry }))
    expect(screen.getByRole('alert').textContent).toContain('โหลดไม่สำเร็จ')
    expect(screen.getByText('รังสิต')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'ลองอีกครั้ง' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })

  it('shows a default message for no rows, or the one that is given', () => {
    const { rerender } = render(tableOf({ rows: [] }))
    expect(screen.getByText('ไม่พบข้อมูล')).toBeTruthy()
    rerender(tableOf({ rows: [], empty: 'เพิ่มสาขาแรก' }))
    expect(screen.getByText('เพิ่มสาขาแรก')).toBeTruthy()
  })

  it('has one button per row and a menu shared by all rows, which returns the focus to its button', async () => {
    const user = userEvent.setup()
    render(tableOf({ rowActions }))
    await user.click(screen.getAllByRole('button', { name: /^รับชำระเงิน/ })[1]!)
    expect(pay).toHaveBeenCalledExactlyOnceWith(2)

    const menuButton = screen.getAllByRole('button', { name: /^จัดการ/ })[1]!
    // A click that does not move the focus, as in Safari.
    fireEvent.click(menuButton)
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['ลบ'])
    // The menu takes the focus after it is shown; a key pressed earlier would not reach it.
    await vi.waitFor(() => expect(document.activeElement?.closest('[role=menu]')).not.toBeNull())
    await user.keyboard('{Escape}')
    await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await vi.waitFor(() => expect(document.activeElement).toBe(menuButton))

    await user.click(menuButton)
    await user.click(screen.getByRole('menuitem', { name: 'ลบ' }))
    expect(remove).toHaveBeenCalledExactlyOnceWith(2)
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it.each(['desktop', 'phone'] as const)(
    'names the buttons of a row after its title on a %s',
    (device) => {
      onScreen(device)
      render(tableOf({ columns: columnsWithNarrow, rowActions, rowDetail: () => 'ที่อยู่' }))
      const names = ['รับชำระเงิน', 'จัดการ', 'รายละเอียด'].flatMap((name) =>
        rows.map((row) => `${name} ${row.name}`),
      )
      for (const name of names) expect(screen.getByRole('button', { name })).toBeTruthy()
    },
  )

  it('has a column for actions only when a row has one', () => {
    const header = () => screen.queryByRole('columnheader', { name: 'จัดการ' })
    const { rerender } = render(tableOf({ rowActions: () => [] }))
    expect(header()).toBeNull()
    rerender(tableOf({ rowActions: (row) => (row.id === 2 ? rowActions(row) : []) }))
    expect(header()).toBeTruthy()
    rerender(tableOf({ rows: [], state: 'loading', rowActions: () => [] }))
    expect(header()).toBeTruthy()
  })

  it('names the buttons of rows without a title by their own text', () => {
    render(tableOf({ columns: columns.slice(1), rowActions }))
    expect(screen.getAllByRole('button', { name: 'รับชำระเงิน' })).toHaveLength(rows.length)
  })

  it('names the link of a row after its title', () => {
    render(
      tableOf({ rowActions: () => [{ id: 'edit', label: 'แก้ไข', href: '/1', primary: true }] }),
    )
    expect(screen.getByRole('link', { name: 'แก้ไข รังสิต' })).toBeTruthy()
  })

  it('does not render its rows again when the components around them render', async () => {
    const user = userEvent.setup()
    const { rerender } = render(tableOf({ rowActions }))
    cell.mockClear()
    await user.click(screen.getAllByRole('button', { name: /^จัดการ/ })[0]!)
    rerender(tableOf({ rowActions, stale: true }))
    expect(cell).not.toHaveBeenCalled()
  })

  it('omits hidden columns except the title column', () => {
    const hiddenIds = ['name', 'code']
    const { rerender } = render(tableOf({ hiddenIds }))
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['ชื่อสาขา'])
    onScreen('phone')
    rerender(<div key="phone">{tableOf({ hiddenIds })}</div>)
    expect(screen.getByText('รังสิต')).toBeTruthy()
    expect(screen.queryByText('รหัสสาขา')).toBeNull()
  })

  it('shows a column and its header under another one in a narrow table', () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700)
    const onSort = vi.fn<(sort: string) => void>()
    render(tableOf({ columns: columnsWithNarrow, onSort, sort: '-code' }))
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      'รังสิตรหัส 1',
      'ขอนแก่นรหัส 2',
    ])
    const head = screen.getByRole('columnheader')
    expect(head.getAttribute('aria-sort')).toBe('descending')
    fireEvent.click(within(head).getByRole('button', { name: 'รหัสสาขา' }))
    expect(onSort).toHaveBeenLastCalledWith('code')
    fireEvent.click(within(head).getByRole('button', { name: 'ชื่อสาขา' }))
    expect(onSort).toHaveBeenLastCalledWith('name')
  })

  it('shows the normal cell under another column when `narrow` has no cell of its own', () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700)
    const plain = columns.map((column) =>
      column.id === 'code' ? { ...column, narrow: { belowWidth: 800, under: 'name' } } : column,
    )
    render(tableOf({ columns: plain }))
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      'รังสิตB1',
      'ขอนแก่นB2',
    ])
  })

  it('shows a column under another one on a phone’s card', () => {
    onScreen('phone')
    render(tableOf({ columns: columnsWithNarrow }))
    expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('รังสิตรหัส 1')
  })

  it('renders a list of cards on a phone', () => {
    onScreen('phone')
    render(tableOf({ rowActions }))
    const [first] = within(screen.getByRole('list', { name: 'สาขา' })).getAllByRole('listitem')
    expect(screen.queryByRole('table')).toBeNull()
    expect(first?.textContent).toContain('รังสิต')
    expect(within(first!).getByText('รหัสสาขา')).toBeTruthy()
    expect(within(first!).getByRole('button', { name: /^รับชำระเงิน/ })).toBeTruthy()
  })
})

describe('a press in a row', () => {
  const linked: Column<Branch>[] = [
    {
      id: 'name',
      header: 'ชื่อสาขา',
      phoneSlot: 'title',
      cell: ({ id, name }) => (
        <a href={`#${id}`} {...recordLinkMark}>
          {name}
        </a>
      ),
    },
    { id: 'code', header: 'รหัสสาขา', cell: ({ id }) => `B${id}` },
  ]

  it.each(['desktop', 'phone'] as const)('follows its link to the record on a %s', async (kind) => {
    onScreen(kind)
    window.location.hash = ''
    render(tableOf({ columns: linked }))
    await userEvent.setup().click(screen.getByText('B2'))
    expect(window.location.hash).toBe('#2')
  })

  it('does not follow the link when a button of the row is pressed', async () => {
    onScreen('desktop')
    window.location.hash = ''
    render(tableOf({ columns: linked, rowActions }))
    await userEvent.setup().click(screen.getAllByRole('button', { name: /^รับชำระเงิน/ })[0]!)
    expect(window.location.hash).toBe('')
  })
})
