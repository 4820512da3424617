/** People of whom the demo school has two records, as every school has some. */
import { addDays, type Day } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import type { AuditEntry } from '../kernel/context.ts'
import type { DemoCustomer } from './demo-people.ts'
import type { PlannedApplication } from './demo-plan.ts'

/** So many, of those who come again. */
const thais = 3
const foreigners = 2
/** The notice has been given for so long; who did not come since was never told. */
const noticeDays = 200

/** Whether the clerk gave the privacy notice. */
export const isNoticed = (plan: PlannedApplication, today: Day): boolean =>
  plan.day >= addDays(today, -noticeDays)

/** A number of the kind that people without Thai nationality are given; of an office that is none. */
const foreignNumber = (serial: number) => `60000000${String(serial).padStart(5, '0')}`

/** Chooses who is taken for somebody new when he comes for the second time. */
export function createMistakes(tx: Kysely<DB>, branchIdOf: (code: string) => number) {
  const visits = new Map<DemoCustomer, number>()
  let made = { thais: 0, foreigners: 0 }

  /** A record of the time before the program, without a number. */
  async function oldRecord(
    { customer, branch, at }: PlannedApplication,
    audit: (entry: AuditEntry) => void,
  ): Promise<DemoCustomer> {
    const stamp = at.toISOString()
    const { customer_id } = await tx
      .insertInto('customer')
      .values({
        ...customer,
        idcard: '',
        note: 'ยกมาจากสมุดทะเบียนเดิม',
        branch_id: branchIdOf(branch),
        createdAt: stamp,
        updatedAt: stamp,
      })
      .returning('customer_id')
      .executeTakeFirstOrThrow()
    audit({ entity: 'customer', id: customer_id, after: { ...customer, idcard: '' } })
    return { ...customer, customer_id }
  }

  /** The customer as the clerk registers him: mostly as he is known. */
  return async (
    plan: PlannedApplication,
    audit: (entry: AuditEntry) => void,
  ): Promise<DemoCustomer> => {
    const { customer } = plan
    const visit = (visits.get(customer) ?? 0) + 1
    visits.set(customer, visit)
    if (visit !== 2) return customer
    if (customer.is_foreigner && made.foreigners < foreigners) {
      made = { ...made, foreigners: made.foreigners + 1 }
      return { ...customer, idcard: foreignNumber(made.foreigners), passport: '' }
    }
    if (!customer.is_foreigner && made.thais < thais) {
      made = { ...made, thais: made.thais + 1 }
      return oldRecord(plan, audit)
    }
    return customer
  }
}
