/** Global search for customers, applications and receipts. */
import { search } from '@khapdee/contract/entities/search'
import { type Command, command } from '../../kernel/command.ts'
import {
  applicationsByCode,
  applicationsOf,
  findCustomers,
  maxFound,
  receiptsByCode,
} from './search.queries.ts'
import { readTerms } from './search-terms.ts'

const find = command(search.find, async (ctx, { text }) => {
  const terms = readTerms(text)
  const seesCustomers = ctx.may('customer.view')
  const seesApplications = ctx.may('application.view')
  const code = seesApplications ? terms.code : null
  const [customers, numbered, receipts] = await Promise.all([
    seesCustomers || seesApplications ? findCustomers(ctx, terms) : [],
    code === null ? [] : applicationsByCode.rows(ctx.tx, ctx, code),
    code === null ? [] : receiptsByCode.rows(ctx.tx, ctx, code),
  ])
  const theirs = seesApplications ? await applicationsOf(ctx, customers) : []
  const known = new Set(numbered.map(({ application_id }) => application_id))
  const others = theirs.filter(({ application_id }) => !known.has(application_id))
  return {
    data: {
      customers: seesCustomers ? customers : [],
      applications: [...numbered, ...others].slice(0, maxFound),
      receipts,
    },
  }
})

export const searchCommands: Command[] = [find]
