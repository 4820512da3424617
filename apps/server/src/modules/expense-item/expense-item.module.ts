/** Items of expense and of other income. */
import { expenseItem } from '@khapdee/contract/entities/expense-item'
import { expenseCategories, expenseStatuses, expenseTypes } from '@khapdee/domain/expense-item'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import { crudCommands, labelChoices } from '../../kernel/crud.ts'
import { branchName, withAll } from '../catalogue.ts'

const choices = {
  category: labelChoices(expenseCategories),
  type: labelChoices(expenseTypes),
  status: labelChoices(expenseStatuses),
}

export const expenseItemCommands: Command[] = [
  ...crudCommands({
    api: expenseItem,
    search: ['name', 'detail'],
    sort: { name: 'thai', category: 'plain', createdAt: 'plain' },
    shown: branchName,
    filters: {
      category: (value) => sql`t.category = ${value}`,
      type: (value) => sql`t.type = ${value}`,
      status: (value) => sql`t.status = ${value}`,
    },
    options: async () => withAll(choices),
  }),
  command(expenseItem.list, async () => ({ data: choices })),
]
