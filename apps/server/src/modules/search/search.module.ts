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
import { parseTerms } from './search-terms.ts'

const find = command(search.find, async (ctx, { text }) => {
  const terms = parseTerms(text)
  const seesCustomers = ctx.may('customer.view')
  const seesApplications = ctx.may('application.view')
  const code = seesApplications ? terms.code : null
  const [customers, byCode, receipts] = await Promise.all([
    seesCustomers || seesApplications ? findCustomers(ctx, terms) : [],
    code === null ? [] : applicationsByCode.rows(ctx.tx, ctx, code),
    code === null ? [] : receiptsByCode.rows(ctx.tx, ctx, code),
  ])
  const byCustomer = seesApplications ? await applicationsOf(ctx, customers) : []
  const listed = new Set(byCode.map(({ application_id }) => application_id))
  const others = byCustomer.filter(({ application_id }) => !listed.has(application_id))
  return {
    data: {
      customers: seesCustomers ? customers : [],
      applications: [...byCode, ...others].slice(0, maxFound),
      receipts,
    },
  }
})

export const searchCommands: Command[] = [find]
