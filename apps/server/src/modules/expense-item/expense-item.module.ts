/** Items of expense and of other income. */
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { type Command, command } from '../../kernel/command.ts'
import { crudCommands, labelChoices } from '../../kernel/crud.ts'
import type { UserContext } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { accountEntries, withAllOption } from '../catalogue.ts'

const choices = {
  category: labelChoices(expenseCategories),
  type: labelChoices(expenseTypes),
  status: labelChoices(expenseStatuses),
}

/** Items to which only the system posts cannot be changed. @throws IN_USE */
function assertOfStaff(_ctx: UserContext, row: Record<string, unknown>): void {
  if (row['system_key'] === null) return
  throw new AppError('IN_USE', 'รายการนี้เป็นรายการที่ระบบใช้บันทึกเอง แก้ไขหรือลบไม่ได้', 409)
}

/**
 * An item keeps its category once entries or recurring entries refer to it, because they are on
 * that side of the books. @throws VALIDATION
 */
async function assertCategoryStays(
  ctx: UserContext,
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
): Promise<void> {
  if (before === null || values['category'] === before['category']) return
  const list_expenses_id = Number(before['list_expenses_id'])
  const { count } = await accountEntries(ctx, 'list_expenses_id', list_expenses_id)
  const rule = await ctx.tx
    .selectFrom('recurring_entry')
    .select('recurring_entry_id')
    .where('list_expenses_id', '=', list_expenses_id)
    .where('is_delete', '=', false)
    .executeTakeFirst()
  if (count > 0 || rule !== undefined) {
    throw invalid([{ path: 'category', message: 'มีรายการบัญชีใช้รายการนี้แล้ว เปลี่ยนหมวดหมู่ไม่ได้' }])
  }
}

export const expenseItemCommands: Command[] = [
  ...crudCommands({
    api: expenseItem,
    search: ['name', 'detail'],
    sort: { category: 'byValue' },
    options: async () => withAllOption(choices),
    check: assertCategoryStays,
    protect: assertOfStaff,
    usedBy: async (ctx, id) => [await accountEntries(ctx, 'list_expenses_id', id)],
  }),
  command(expenseItem.list, async () => ({ data: choices })),
]
