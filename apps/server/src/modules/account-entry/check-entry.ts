/**
 * Checks the references of entries and recurring entries: the item must be offered, vehicle and
 * employee must belong to the branch; and the tax number of the payee.
 */
import { requiredItemMessage } from '@khapdee/contract/entities/account-entry'
import { messages } from '@khapdee/contract/messages'
import type { AccountSide } from '@khapdee/domain/expense-item'
import { entities } from '@khapdee/domain/entities'
import { isThaiIdNumber } from '@khapdee/domain/id-card'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import { offeredItems } from './entry.queries.ts'
import { worksIn } from './works-in.ts'

export const refuse = (path: string, message: string) => invalid([{ path, message }])

/** The references of the entry before a change; they may stay after the referenced records were closed or deleted. */
export interface Before {
  list_expenses_id: number | null
  name: string
  is_pass_through: boolean
  vehicle_id: number | null
  employee_id: number | null
}
export const nothing: Before = {
  list_expenses_id: null,
  name: '',
  is_pass_through: false,
  vehicle_id: null,
  employee_id: null,
}

/** The branch of an entry, and the names of the reference fields in the call. */
export interface CheckedEntry {
  branch_id: number
  side: AccountSide
  fields: { item: string; vehicle: string; employee: string }
  /** The item of the system to which it may refer besides the items of staff. */
  systemKey?: string
  /** Whether a vehicle or an employee that its item requires may be missing. */
  isDraft: boolean
}

/** The references of an entry. */
interface Named {
  list_expenses: number | null
  other_name: string
  vehicle: number | null
  employee: number | null
}

/**
 * @param before the number that is stored, which stays although it is wrong
 * @throws VALIDATION for a tax number with a wrong check digit
 */
export function checkTaxId(payee_tax_id: string, before: string): void {
  if (payee_tax_id === before || payee_tax_id === '' || isThaiIdNumber(payee_tax_id)) return
  throw refuse('payee_tax_id', 'เลขประจำตัวผู้เสียภาษีไม่ถูกต้อง กรุณาตรวจสอบ')
}

/** The active items to which an entry of a branch may refer; of one side, or of both for null. */
export const itemsOfBranch = (ctx: UserContext, branchId: number, side: AccountSide | null) =>
  offeredItems.rows(ctx.tx, ctx, branchId, side)

/**
 * Locks the item, so that neither a deletion nor a change of its category happens before the entry
 * is booked. An entry keeps the name and the class that its item had when it was booked.
 * @throws VALIDATION when the item is not offered for the side and branch, or a field that it
 * requires is missing
 */
export async function checkItem(
  ctx: UserContext,
  entry: CheckedEntry,
  fields: Named,
  before: Before,
) {
  const { list_expenses, other_name, vehicle, employee } = fields
  if (list_expenses === null) {
    if (other_name === '') throw refuse(entry.fields.item, requiredItemMessage)
    return null
  }
  const isKept = before.list_expenses_id === list_expenses
  const item = await ctx.tx
    .selectFrom('list_expenses')
    .select(['name', 'category', 'type', 'status', 'branch_id', 'is_pass_through', 'system_key'])
    .where('list_expenses_id', '=', list_expenses)
    .$if(!isKept, (items) =>
      items
        .where(ctx.scope.visible('list_expenses'))
        .where((is) =>
          is.or([is('system_key', 'is', null), is('system_key', '=', entry.systemKey ?? '')]),
        ),
    )
    .forShare()
    .executeTakeFirst()
  const isOffered =
    item !== undefined &&
    (item.category === 'expenses') === (entry.side === 'expenses') &&
    item.status === 'open' &&
    (item.branch_id === null || item.branch_id === entry.branch_id)
  if (item === undefined || !(isKept || isOffered))
    throw refuse(entry.fields.item, messages.itemNotOffered)
  const { isDraft } = entry
  if (item.type === 'vehicle' && vehicle === null && !isDraft)
    throw refuse(entry.fields.vehicle, messages.select(entities.vehicle.label))
  if (item.type === 'employee' && employee === null && !isDraft)
    throw refuse(entry.fields.employee, messages.select(entities.app_user.label))
  const { system_key } = item
  return isKept ? { ...before, system_key } : item
}

/** @throws VALIDATION when a vehicle or an employee does not belong to the branch */
export async function checkNamed(
  ctx: UserContext,
  entry: CheckedEntry,
  fields: Named,
  before: Before,
): Promise<void> {
  const { vehicle, employee } = fields
  const { branch_id } = entry
  if (vehicle !== null && vehicle !== before.vehicle_id) {
    const found = await ctx.tx
      .selectFrom('vehicle')
      .select('vehicle_id')
      .where(ctx.scope.visible('vehicle'))
      .where('vehicle_id', '=', vehicle)
      .where('branch_id', '=', branch_id)
      .forKeyShare()
      .executeTakeFirst()
    if (found === undefined) throw refuse(entry.fields.vehicle, messages.itemNotOffered)
  }
  if (employee !== null && employee !== before.employee_id) {
    const found = await ctx.tx
      .selectFrom('app_user as u')
      .select('u.user_id')
      .where('u.user_id', '=', employee)
      .where('u.is_delete', '=', false)
      .where('u.is_active', '=', true)
      .where(worksIn(branch_id))
      .executeTakeFirst()
    if (found === undefined) throw refuse(entry.fields.employee, messages.itemNotOffered)
  }
}
