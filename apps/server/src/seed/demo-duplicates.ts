/** Duplicate customer records, for the search for duplicates and for merges in the demo. */
import { addDays, type Day } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import type { AuditEntry } from '../kernel/context.ts'
import type { DemoCustomer } from './demo-people.ts'
import type { PlannedApplication } from './demo-plan.ts'

/** Numbers of returning customers who get a second record. */
const thaiDuplicates = 3
const foreignDuplicates = 2
/** The school began to give the privacy notice this many days ago. */
const noticeDays = 200

/** Whether the clerk gave the privacy notice with this application. */
export const hasNotice = (plan: PlannedApplication, today: Day): boolean =>
  plan.day >= addDays(today, -noticeDays)

/** An ID number of class 6 (people without Thai nationality), of an office that does not exist. */
const foreignNumber = (serial: number) => `60000000${String(serial).padStart(5, '0')}`

/**
 * Simulates clerks who register the second visit of some customers under a new record.
 * @returns a function from a planned application to the customer to register
 */
export function createDuplicates(tx: Kysely<DB>, branchIdOf: (code: string) => number) {
  const visits = new Map<DemoCustomer, number>()
  let createdCount = { thais: 0, foreigners: 0 }

  /** Inserts a record from before the program was introduced, without an ID number. */
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

  /** The customer as entered by the clerk, mostly with the data of the existing record. */
  return async (
    plan: PlannedApplication,
    audit: (entry: AuditEntry) => void,
  ): Promise<DemoCustomer> => {
    const { customer } = plan
    const visit = (visits.get(customer) ?? 0) + 1
    visits.set(customer, visit)
    if (visit !== 2) return customer
    if (customer.is_foreigner && createdCount.foreigners < foreignDuplicates) {
      createdCount = { ...createdCount, foreigners: createdCount.foreigners + 1 }
      return { ...customer, idcard: foreignNumber(createdCount.foreigners), passport: '' }
    }
    if (!customer.is_foreigner && createdCount.thais < thaiDuplicates) {
      createdCount = { ...createdCount, thais: createdCount.thais + 1 }
      return oldRecord(plan, audit)
    }
    return customer
  }
}
