/** Reads the branches, clerks and priced items of the demo school for the generator. */
import { branchSettings } from '@khapdee/contract/entities/branch'
import type { Exam } from '@khapdee/domain/exams'
import type { ExamUse, FeeKind } from '@khapdee/domain/fee-kinds'
import type { LineKind } from '@khapdee/domain/promotion'
import type pg from 'pg'
import { type BranchCode, branchCodes } from '../../apps/server/src/seed/demo-branches.ts'

export interface Item {
  kind: LineKind
  id: number
  name: string
  /** In satang. */
  price: number
  exams: readonly Exam[]
  /** The kind and use of an other fee; null for other items. */
  fee_kind: FeeKind | null
  exam_use: ExamUse | null
}

export interface GeneratedBranch {
  id: number
  code: BranchCode
  /** Validity of an exam right in days. */
  rightDays: number
  clerks: readonly number[]
  items: Readonly<Record<LineKind, readonly Item[]>>
}

interface ItemRow {
  id: number
  name: string
  price: string
  branch_id: number | null
  exams: Exam[]
  fee_kind: FeeKind | null
  exam_use: ExamUse | null
}

async function readItems(client: pg.ClientBase, kind: LineKind): Promise<[number | null, Item][]> {
  const columns = {
    course: 'exams, null as fee_kind, null as exam_use',
    other_fee: 'exams, kind as fee_kind, exam_use',
    request_fee: "'[]'::jsonb as exams, null as fee_kind, null as exam_use",
  }[kind]
  const { rows } = await client.query<ItemRow>(
    `select i.${kind}_id as id, name, price, branch_id, ${columns} from ${kind} i
    where is_activate and not is_delete and price > 0 order by 1`,
  )
  return rows.map(({ price, branch_id, ...item }) => [
    branch_id,
    { kind, ...item, price: Number(price) },
  ])
}

/** The branches with their items and clerks. */
export async function readBranches(client: pg.ClientBase): Promise<GeneratedBranch[]> {
  const { rows } = await client.query<{
    id: number
    code: string
    settings: unknown
    clerks: number[]
  }>(
    `select branch_id as id, code, settings, array(select user_id from app_user u join role using (role_id)
      where u.branch_id = branch.branch_id and key in ('registrar', 'cashier') order by 1) as clerks
    from branch order by 1`,
  )
  const all = {
    course: await readItems(client, 'course'),
    other_fee: await readItems(client, 'other_fee'),
    request_fee: await readItems(client, 'request_fee'),
  }
  return rows.flatMap(({ id, settings, clerks, ...row }) => {
    const code = branchCodes.find((known) => known === row.code)
    if (code === undefined) return []
    const offered = (kind: LineKind) =>
      all[kind].filter(([branch]) => branch === null || branch === id).map(([, item]) => item)
    const items = {
      course: offered('course'),
      other_fee: offered('other_fee'),
      request_fee: offered('request_fee'),
    }
    return [{ id, code, clerks, items, rightDays: branchSettings.parse(settings).exam_right_days }]
  })
}
