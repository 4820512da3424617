/** The columns that lists have in common. */
import type { Column } from '../ui/columns.ts'
import { ThaiInstant } from '../ui/thai-date.tsx'
import { ActiveChip } from './active-chip.tsx'
import { BranchCell } from './branch-choice.tsx'

/** The branch of a record of the master data, which may be for all of them. */
export const branchColumn: Column<{ branch_name: string | null }> = {
  id: 'branch',
  header: 'สาขา',
  cell: ({ branch_name }) => <BranchCell name={branch_name} />,
}

/** Whether a record of the master data is in use. */
export const activeColumn: Column<{ is_activate: boolean }> = {
  id: 'status',
  header: 'สถานะ',
  nowrap: true,
  phone: 'meta',
  cell: ({ is_activate }) => <ActiveChip value={is_activate} />,
}

/**
 * The branch that a record is of.
 * @param below the width in px under which it stands in small beneath the column `under`
 */
export const ownBranch = <Row extends { branch: string }>(
  below: number,
  under: string,
): Column<Row> => ({
  id: 'branch',
  header: 'สาขา',
  narrow: { below, under },
  cell: ({ branch }) => branch,
})

/**
 * Who recorded it.
 * @param below as {@link ownBranch}
 */
export const recordedBy = <Row extends { user: string }>(
  below: number,
  under: string,
): Column<Row> => ({
  id: 'user',
  header: 'ผู้บันทึก',
  narrow: { below, under, cell: ({ user }) => `โดย ${user}` },
  cell: ({ user }) => user,
})

/** Who wrote it, and in small below his name when. */
export const writtenBy = <Row extends { user: string; createdAt: string }>(
  header: string,
): Column<Row> => ({
  id: 'user',
  header,
  cell: ({ user, createdAt }) => (
    <>
      <span className="block">{user}</span>
      <span className="text-xs text-muted">
        <ThaiInstant value={createdAt} />
      </span>
    </>
  ),
})
