/** For each endpoint of drawers and petty cash, a valid call; see matrix-samples.ts. */
import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { drawer } from '@khapdee/contract/entities/drawer'
import { pettyCash } from '@khapdee/contract/entities/petty-cash'
import { satang } from '@khapdee/domain/money'
import { type BranchFixture, type Sample, listFilters } from './branch-fixture.ts'
import { bookExpense } from './make/account-entry.ts'
import { upload } from './make/upload.ts'
import { png } from './make/file.ts'
import type { Wire } from './wire.ts'

const key = () => ({ 'idempotency-key': randomUUID() })
let serial = 0

/** Puts cash into the drawer, so that it can be advanced. */
const fillDrawer = ({ test, branch_id, clerk, mark }: BranchFixture) =>
  test.call(
    drawer.move,
    { branch_id, kind: 'top_up', value: satang(100_000), note: mark },
    clerk,
    key(),
  )

const holderOf = ({ test, clerk }: BranchFixture) => test.school.userId(clerk)

/** An active petty cash of the branch without movements, for up to 500 baht. */
async function unused(fixture: BranchFixture): Promise<number> {
  const { test, branch_id, clerk, mark } = fixture
  const input = {
    branch_id,
    name: `${mark} ${++serial}`,
    user_id: holderOf(fixture),
    limit_value: satang(50_000),
  }
  return (await test.call(pettyCash.create, input, clerk, key())).data.petty_cash_id
}

/** Like {@link unused}, with 100 baht. */
export async function held(fixture: BranchFixture): Promise<number> {
  const { test, clerk } = fixture
  const petty_cash_id = await unused(fixture)
  await fillDrawer(fixture)
  const value = satang(10_000)
  await test.call(pettyCash.advance, { petty_cash_id, value, note: '' }, clerk, key())
  return petty_cash_id
}

const withHeld =
  (values: Wire) =>
  async (fixture: BranchFixture): Promise<Wire> => ({
    petty_cash_id: await held(fixture),
    note: String(++serial),
    ...values,
  })

export const drawerSamples: readonly [Endpoint, Sample][] = [
  [drawer.get, { wire: ({ branch_id }) => ({ branch_id }) }],
  [
    drawer.move,
    {
      wire: async (fixture) => {
        await fillDrawer(fixture)
        const { test, branch_id, clerk } = fixture
        return {
          branch_id,
          kind: 'cash_out',
          value: 100,
          note: `จ่าย ${++serial}`,
          expenses_id: (await bookExpense(test, { branch_id }, clerk)).data.expenses_id,
        }
      },
    },
  ],
  [drawer.gettable, { wire: listFilters }],
  [
    pettyCash.create,
    {
      wire: (fixture) => ({
        branch_id: fixture.branch_id,
        name: `${fixture.mark} ${++serial}`,
        user_id: holderOf(fixture),
        limit_value: 500,
      }),
    },
  ],
  [
    pettyCash.update,
    {
      wire: async (fixture) => ({
        petty_cash_id: await held(fixture),
        name: `${fixture.mark} ${++serial}`,
        user_id: holderOf(fixture),
        limit_value: 700,
        is_activate: true,
        version: 1,
      }),
    },
  ],
  [pettyCash.gettable, { wire: listFilters }],
  [pettyCash.get, { wire: async (fixture) => ({ petty_cash_id: await held(fixture) }) }],
  [
    pettyCash.opening,
    { wire: async (fixture) => ({ petty_cash_id: await unused(fixture), value: 50, note: '' }) },
  ],
  [pettyCash.advance, { wire: withHeld({ value: 50 }) }],
  [
    pettyCash.spend,
    {
      onlyCreator: true,
      otherStatus: 400,
      wire: async (fixture) => ({
        petty_cash_id: await held(fixture),
        other_name: `น้ำดื่ม ${++serial}`,
        value: 10,
        file_id: (await upload(fixture.test, fixture.clerk, png(4, 4))).file_id,
      }),
    },
  ],
  [pettyCash.count, { wire: withHeld({ counted: 100 }) }],
  [pettyCash.replenish, { wire: withHeld({ counted: 100 }) }],
  [pettyCash.return, { wire: withHeld({ value: 10 }) }],
]
