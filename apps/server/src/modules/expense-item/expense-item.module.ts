/** Items of expense and of other income. */
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { type Command, command } from '../../kernel/command.ts'
import { crudCommands, labelChoices } from '../../kernel/crud.ts'
import { withAllOption } from '../catalogue.ts'

const choices = {
  category: labelChoices(expenseCategories),
  type: labelChoices(expenseTypes),
  status: labelChoices(expenseStatuses),
}

export const expenseItemCommands: Command[] = [
  ...crudCommands({
    api: expenseItem,
    search: ['name', 'detail'],
    sort: { category: 'byValue' },
    options: async () => withAllOption(choices),
  }),
  command(expenseItem.list, async () => ({ data: choices })),
]
