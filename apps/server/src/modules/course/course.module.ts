/** Courses a customer can apply for. */
import { course } from '@khapdee/contract/entities/course'
import { licenceTypes } from '@khapdee/domain/licence-types'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { outstandingApplications, textsOf, textFilterChoices } from '../catalogue.ts'

/** The standard licence classes, then other types that are stored. */
const courseTypes = (ctx: UserContext) => textsOf(ctx, 'course', 'type', licenceTypes)

export const courseCommands: Command[] = [
  ...crudCommands({
    api: course,
    search: ['name', 'type'],
    sort: { type: 'thai', price: 'byValue' },
    options: async (ctx) => ({ type: textFilterChoices(await courseTypes(ctx)) }),
    usedBy: (ctx, id) => outstandingApplications(ctx, 'course_id', id),
  }),
  command(course.type, async (ctx) => ({ data: await courseTypes(ctx) })),
]
