/** Global search for customers, applications and receipts. */
import { search } from '@khapdee/contract/entities/search'
import { isCompleteIdNumber } from '@khapdee/domain/id-card'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { withLookupLimit } from '../number-lookup.ts'
import {
  applicationsByCode,
  applicationsOf,
  findByVehicle,
  findCustomers,
  maxFound,
  receiptsByCode,
} from './search.queries.ts'
import { type SearchTerms, parseTerms, parseVehicle } from './search-terms.ts'

/**
 * Removes the passport term unless it is clearly a complete number, so that a search does not reveal hidden digits.
 * Callers who may reveal numbers keep all terms.
 */
const withoutHiddenNumbers = (ctx: UserContext, terms: SearchTerms): SearchTerms =>
  ctx.may('customer.reveal') || isCompleteIdNumber(terms.passport ?? '')
    ? terms
    : { ...terms, passport: null }

const find = command(search.find, async (ctx, { text }) => {
  const terms = withoutHiddenNumbers(ctx, parseTerms(text))
  const vehicle = parseVehicle(text)
  const seesCustomers = ctx.may('customer.view')
  const seesApplications = ctx.may('application.view')
  const code = seesApplications ? terms.code : null
  const [customers, byCode, receipts, byVehicle] = await withLookupLimit(
    ctx,
    terms.idcard ?? terms.passport ?? '',
    () =>
      Promise.all([
        seesCustomers || seesApplications ? findCustomers(ctx, terms) : [],
        code === null ? [] : applicationsByCode.rows(ctx.tx, ctx, code),
        code === null ? [] : receiptsByCode.rows(ctx.tx, ctx, code),
        seesApplications && vehicle !== null ? findByVehicle(ctx, vehicle) : [],
      ]),
    (found) => found.some(({ length }) => length > 0),
  )
  const byCustomer = seesApplications ? await applicationsOf(ctx, customers) : []
  const direct = [...byVehicle, ...byCode]
  const listed = new Set(direct.map(({ application_id }) => application_id))
  const others = byCustomer.filter(({ application_id }) => !listed.has(application_id))
  return {
    data: {
      customers: seesCustomers ? customers : [],
      applications: [...direct, ...others].slice(0, maxFound),
      receipts,
    },
  }
})

export const searchCommands: Command[] = [find]
