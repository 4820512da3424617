/** For each endpoint of the books, a valid call; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { account, expenses, income } from '@khapdee/contract/entities/account-entry'
import { accountLock } from '@khapdee/contract/entities/account-lock'
import { withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { satang } from '@khapdee/domain/money'
import { addDays, day } from '@khapdee/domain/thai-date'
import { vehicleExpenses } from '@khapdee/contract/entities/vehicle-expenses'
import { report } from '@khapdee/contract/entities/report'
import { type BranchFixture, type Sample, listFilters } from './branch-fixture.ts'
import { held } from './matrix-drawer-samples.ts'
import { bookExpense, bookIncome, makeItem } from './make/account-entry.ts'
import { lockBranch } from './make/account-lock.ts'
import type { Wire } from './wire.ts'

let serial = 0
/** The petty cash of the branch as the source of an entry. */
const ofPettyCash = async (fixture: BranchFixture): Promise<Wire> => ({
  pay_type: 'cash',
  cash_source: 'petty_cash',
  petty_cash_id: await held(fixture),
})
const entryOf = async (fixture: BranchFixture): Promise<Wire> => ({
  branch_id: fixture.branch_id,
  other_name: `${fixture.mark} ${++serial}`,
  ...(await ofPettyCash(fixture)),
  value: 12.5,
})

const bookedExpense = async ({ test, branch_id, clerk, mark }: BranchFixture) =>
  (await bookExpense(test, { branch_id, other_name: mark }, clerk)).data.expenses_id
const bookedIncome = async ({ test, branch_id, clerk, mark }: BranchFixture) =>
  (await bookIncome(test, { branch_id, other_name: mark }, clerk)).data.income_id

/** An expense in a separate month, with 1 baht of withheld tax. */
async function taxedExpense({ test, branch_id, clerk, mark }: BranchFixture) {
  const n = ++serial % 240
  const month = `${2005 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`
  const date = day(`${month}-15`)
  const expense = {
    branch_id,
    other_name: mark,
    date,
    payee: mark,
    payee_tax_id: '0994000165501',
    wht_value: satang(100),
  }
  const { data } = await bookExpense(test, { ...expense, value: satang(2_000) }, clerk)
  return { branch_id, entry_id: data.expenses_id, month, value: 1 }
}

const changed = async (fixture: BranchFixture): Promise<Wire> => ({
  other_name: 'แก้ไข',
  ...(await ofPettyCash(fixture)),
  value: 1,
  version: 1,
})
const voided: Wire = { version: 1, note: 'บันทึกซ้ำ' }
const accountItem = async ({ test, branch_id, mark }: BranchFixture): Promise<Wire> => ({
  list_Account_id: await makeItem(test, { branch_id, name: mark }),
  category: 'expenses',
})

/** A body that filters by branch; unlike in a query, its values must be texts. */
const branchFilter = ({ branch_id }: BranchFixture): Wire => ({ branch: String(branch_id) })

const dropdowns = (calls: typeof expenses | typeof account): [Endpoint, Sample][] =>
  [
    calls.list,
    calls.listCategory,
    calls.employee,
    calls.vehicle,
    calls.vehicleAll,
    calls.pettyCash,
  ].map((endpoint): [Endpoint, Sample] => [endpoint, { wire: ({ branch_id }) => ({ branch_id }) }])

/** A day long ago, later than the one that the previous call returned. */
const nextLockDay = () => addDays(day('2001-01-01'), ++serial)

export const accountSamples: readonly [Endpoint, Sample][] = [
  [income.create, { wire: entryOf }],
  [
    income.update,
    {
      wire: async (fixture) => ({
        income_id: await bookedIncome(fixture),
        ...(await changed(fixture)),
      }),
    },
  ],
  [
    income.delete,
    { wire: async (fixture) => ({ income_id: await bookedIncome(fixture), ...voided }) },
  ],
  [income.get, { wire: async (fixture) => ({ income_id: await bookedIncome(fixture) }) }],
  [income.pdf, { wire: async (fixture) => ({ income_id: await bookedIncome(fixture) }) }],
  [income.gettable, { wire: listFilters }],
  [expenses.create, { wire: entryOf }],
  [
    expenses.update,
    {
      wire: async (fixture) => ({
        expenses_id: await bookedExpense(fixture),
        ...(await changed(fixture)),
      }),
    },
  ],
  [
    expenses.delete,
    { wire: async (fixture) => ({ expenses_id: await bookedExpense(fixture), ...voided }) },
  ],
  [expenses.get, { wire: async (fixture) => ({ expenses_id: await bookedExpense(fixture) }) }],
  [expenses.pdf, { wire: async (fixture) => ({ expenses_id: await bookedExpense(fixture) }) }],
  [expenses.gettable, { wire: listFilters }],
  ...dropdowns(expenses),
  [
    account.create,
    {
      wire: async (fixture) => ({
        ...(await entryOf(fixture)),
        ...(await accountItem(fixture)),
      }),
    },
  ],
  [
    account.update,
    {
      wire: async (fixture) => ({
        Account_id: await bookedExpense(fixture),
        ...(await changed(fixture)),
        ...(await accountItem(fixture)),
      }),
    },
  ],
  [account.get, { wire: async (fixture) => ({ Account_id: await bookedExpense(fixture) }) }],
  [account.pdf, { wire: async (fixture) => ({ Account_id: await bookedExpense(fixture) }) }],
  [account.gettable, { wire: listFilters }],
  [vehicleExpenses.gettable, { wire: listFilters }],
  [account.printPdf, { wire: listFilters }],
  [account.printPdf, { wire: branchFilter }],
  [withheldTax.gettable, { wire: listFilters }],
  [withheldTax.export, { wire: branchFilter }],
  [
    withheldTax.remit,
    {
      wire: async (fixture) => {
        const { branch_id, month, value } = await taxedExpense(fixture)
        return {
          branch_id,
          month,
          return: 'pnd53',
          value,
          pay_type: 'cash',
          cash_source: 'outside',
        }
      },
    },
  ],
  [
    withheldTax.certificate,
    {
      wire: async (fixture) => ({
        entry_id: (await taxedExpense(fixture)).entry_id,
        address: fixture.mark,
      }),
    },
  ],
  [report.gettable, { wire: listFilters }],
  [report.pdf, { wire: branchFilter }],
  ...dropdowns(account),
  [accountLock.lock, { wire: ({ branch_id }) => ({ branch_id, day: nextLockDay() }) }],
  [
    accountLock.unlock,
    {
      wire: async ({ test, branch_id }) => ({
        branch_id,
        version: await lockBranch(test, branch_id, nextLockDay()),
        note: 'บันทึกรายการตกหล่น',
      }),
    },
  ],
  [accountLock.gettable, { wire: listFilters }],
  [accountLock.history, { wire: listFilters }],
  [accountLock.open, { wire: ({ branch_id }) => ({ branch_id, day: nextLockDay() }) }],
]
