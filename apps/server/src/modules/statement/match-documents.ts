/** The documents of matches: rows of the tables of `bank_document`. Source: product specification, section 7b.8. */
import type { BankDocument } from '@khapdee/contract/entities/statement'
import type { Satang } from '@khapdee/domain/money'
import { type SqlBool, sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { notFound, stateError, violatedConstraint } from '../../kernel/errors.ts'

/** The tables of documents with their ids and the field of the call, in the order of their locks. */
const tables = [
  { kind: 'payment', table: 'payment', id: 'payment_id', ids: 'payment_ids' },
  { kind: 'entry', table: 'account_entry', id: 'entry_id', ids: 'entry_ids' },
  { kind: 'drawer_move', table: 'drawer_move', id: 'drawer_move_id', ids: 'drawer_move_ids' },
  { kind: 'bank_move', table: 'bank_move', id: 'bank_move_id', ids: 'bank_move_ids' },
] as const satisfies readonly { kind: BankDocument['kind']; [name: string]: string }[]

/** The ids of documents by table. */
export type Documents = Readonly<Record<(typeof tables)[number]['ids'], readonly number[]>>

type Table = (typeof tables)[number]
const ofEach = (idsOf: (table: Table) => readonly number[]) =>
  // Every table has its key.
  Object.fromEntries(
    tables.map((table) => [table.ids, [...new Set(idsOf(table))]]),
  ) as unknown as Documents

/** The tables with documents; most matches have documents of one table only. */
const namedTables = (documents: Documents) => tables.filter(({ ids }) => documents[ids].length > 0)

/** The documents of a call, without duplicates. */
export const eachOnce = (documents: Documents): Documents => ofEach(({ ids }) => documents[ids])

/** The ids of documents, given by kind and id. */
export const byTable = (documents: readonly Pick<BankDocument, 'kind' | 'id'>[]): Documents =>
  ofEach(({ kind }) => documents.flatMap((named) => (named.kind === kind ? [named.id] : [])))

export const documentsGone = () =>
  stateError('เอกสารบางรายการถูกจับคู่ ยกเลิก หรือเปลี่ยนไปแล้ว กรุณาโหลดใหม่')

/**
 * Locks the rows of documents, so that they are neither voided nor changed until the match is committed.
 * @param accountBranch the branch of the account, which has only documents of it; null for one of all branches
 * @throws NOT_FOUND, STATE
 */
export async function lockDocuments(
  ctx: UserContext,
  accountBranch: number | null,
  documents: Documents,
) {
  const { branchIds } = ctx.scope
  let count = 0
  for (const { table, id, ids } of namedTables(documents)) {
    const { rows } = await sql`select ${sql.ref(id)} from ${sql.table(table)}
      where ${sql.ref(id)} = any(${documents[ids]}::int[]) and branch_id = any(${branchIds}::int[])
      order by 1 for no key update`.execute(ctx.tx)
    if (rows.length !== documents[ids].length) throw notFound()
    count += rows.length
  }
  const isNamed = sql.join(
    tables.map(({ id, ids }) => sql`${sql.ref(`d.${id}`)} = any(${documents[ids]}::int[])`),
    sql` or `,
  )
  // Read after the locks: another transaction may have voided or changed one of them.
  const found = await ctx.tx
    .selectFrom('bank_document as d')
    .select(['d.kind', 'd.id', 'd.value', 'd.branch_id'])
    .where(sql<SqlBool>`(${isNamed})`)
    .$narrowType<{ value: Satang; branch_id: number }>()
    .execute()
  if (found.length !== count) throw documentsGone()
  if (accountBranch !== null && found.some(({ branch_id }) => branch_id !== accountBranch))
    throw stateError('เอกสารของสาขาอื่นจับคู่กับบัญชีของสาขานี้ไม่ได้')
  return found
}

/**
 * Stores locked documents in a match, and assigns the account of its lines to them; their former
 * account is stored for `restoreAccounts`.
 * @throws STATE for one that is matched already
 */
export async function storeDocuments(
  ctx: UserContext,
  match_id: number,
  documents: Documents,
  bank_account_id: number,
): Promise<void> {
  for (const { table, id, ids } of namedTables(documents)) {
    try {
      await sql`insert into statement_match_document (match_id, ${sql.ref(id)})
        select ${match_id}::int, unnest(${documents[ids]}::int[])`.execute(ctx.tx)
    } catch (error) {
      throw violatedConstraint(error) === null ? error : documentsGone()
    }
    // After the documents, because only a match may change the account of a locked entry.
    const isOfMatch = sql`m.match_id = ${match_id} and ${sql.ref(`m.${id}`)} = ${sql.ref(`d.${id}`)}
      and d.bank_account_id is distinct from ${bank_account_id}::int`
    await sql`update statement_match_document m set former_account_id = d.bank_account_id, is_account_kept = false
      from ${sql.table(table)} d where ${isOfMatch}`.execute(ctx.tx)
    await sql`update ${sql.table(table)} d set bank_account_id = ${bank_account_id}
      from statement_match_document m where ${isOfMatch}`.execute(ctx.tx)
  }
}

/** Restores the former account of the documents of matches whose lines were removed. */
export async function restoreAccounts(
  ctx: UserContext,
  matchIds: readonly number[],
): Promise<void> {
  for (const { table, id } of tables) {
    await sql`update ${sql.table(table)} d set bank_account_id = m.former_account_id
      from statement_match_document m where m.match_id = any(${matchIds}::int[])
        and ${sql.ref(`m.${id}`)} = ${sql.ref(`d.${id}`)} and not m.is_account_kept`.execute(ctx.tx)
  }
}
