/** For each endpoint of bank statements, a valid call; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { bankAccount } from '@khapdee/contract/entities/bank-account'
import { statement } from '@khapdee/contract/entities/statement'
import type { BranchFixture, Sample } from './branch-fixture.ts'
import { listFilters } from './branch-fixture.ts'
import { bookExpense } from './make/account-entry.ts'
import { makeAccount, makeLine, statementFile } from './make/statement.ts'
import type { Wire } from './wire.ts'

const accountOf = ({ test, branch_id }: BranchFixture) => makeAccount(test, branch_id)
const lineOf = async (fixture: BranchFixture, value = -1250) =>
  makeLine(fixture.test, await accountOf(fixture), value)
const entryOf = async ({ test, branch_id, clerk, mark }: BranchFixture) => {
  const values = { branch_id, other_name: mark, pay_type: 'transfer' } as const
  return (await bookExpense(test, values, clerk)).data.expenses_id
}
/** A line and an entry of 100 baht. */
const pairOf = async (fixture: BranchFixture) => ({
  line: await lineOf(fixture, -10_000),
  entry: await entryOf(fixture),
})
const withLine = async (fixture: BranchFixture): Promise<Wire> => ({
  statement_line_ids: [await lineOf(fixture)],
})
const ofState = async (fixture: BranchFixture, state: 'ignored'): Promise<Wire> => {
  const line = await lineOf(fixture)
  await fixture.test.db
    .updateTable('statement_line')
    .set({ state })
    .where('statement_line_id', '=', line)
    .execute()
  return { statement_line_ids: [line] }
}
/** A line that is matched with an entry. */
const matched = async (fixture: BranchFixture): Promise<Wire> => {
  const { line } = await pairOf(fixture)
  const { db, school } = fixture.test
  const { bank_account_id } = await db
    .selectFrom('statement_line')
    .select('bank_account_id')
    .where('statement_line_id', '=', line)
    .executeTakeFirstOrThrow()
  const { match_id } = await db
    .insertInto('statement_match')
    .values({
      bank_account_id,
      created_by: school.userId(fixture.clerk),
      createdAt: '2026-11-21T05:00:00Z',
    })
    .returning('match_id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('statement_line')
    .set({ state: 'matched', match_id })
    .where('statement_line_id', '=', line)
    .execute()
  return { statement_line_ids: [line] }
}
const mapping = JSON.stringify({ header: 1, date: 0, description: [2], out: 3, in: 4, balance: 5 })
const file = () => ({ file: statementFile(['01/11/2569', '', 'รับโอน', '', '5.00', '']) })

export const statementSamples: readonly [Endpoint, Sample][] = [
  [bankAccount.list, { wire: ({ branch_id }) => ({ branch_id }) }],
  [
    statement.preview,
    { wire: async (fixture) => ({ bank_account_id: await accountOf(fixture), ...file() }) },
  ],
  [
    statement.commit,
    {
      // The digest is not that of the file, as if another file had been previewed.
      wire: async (fixture) => ({
        bank_account_id: await accountOf(fixture),
        mapping,
        digest: 'x',
        ...file(),
      }),
      status: 409,
    },
  ],
  [statement.gettable, { wire: listFilters }],
  [
    statement.documents,
    {
      wire: async (fixture) => {
        const bank_account_id = await accountOf(fixture)
        const statement_line_id = await makeLine(fixture.test, bank_account_id, -1250)
        return { bank_account_id, statement_line_id }
      },
    },
  ],
  [statement.balance, { wire: async (fixture) => ({ bank_account_id: await accountOf(fixture) }) }],
  [
    statement.proposals,
    { wire: async (fixture) => ({ bank_account_id: await accountOf(fixture) }) },
  ],
  [
    statement.match,
    {
      wire: async (fixture) => {
        const { line, entry } = await pairOf(fixture)
        return { statement_line_ids: [line], entry_ids: [entry] }
      },
    },
  ],
  [
    statement.matchProposed,
    {
      wire: async (fixture) => {
        const { line, entry } = await pairOf(fixture)
        return { pairs: [{ statement_line_id: line, kind: 'entry', id: entry }] }
      },
    },
  ],
  [statement.unmatch, { wire: matched }],
  [
    statement.ignore,
    { wire: async (fixture) => ({ ...(await withLine(fixture)), note: 'โอนระหว่างบัญชี' }) },
  ],
  [statement.unignore, { wire: (fixture) => ofState(fixture, 'ignored') }],
]
