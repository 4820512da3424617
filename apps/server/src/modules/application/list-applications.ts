/** The lists of applications, one for each endpoint. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { request } from '@khapdee/contract/entities/request'
import { type ListQuery, isSet } from '@khapdee/contract/wire'
import { documentsStates } from '@khapdee/domain/application/required-document'
import {
  type ApplicationKind,
  applicationKinds,
  applicationStatuses,
  refundDueStates,
  requestDecisions,
} from '@khapdee/domain/application/status'
import { command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { recorderOptions } from '../user-options.ts'
import { listedFormLink } from '../document/document-link.ts'
import { aliasesOf } from './aliases.ts'
import { payableStatus, statusOf } from './application-filter.ts'
import { listApplications } from './application-page.ts'

const statusOptions = labelOptions(applicationStatuses)
const documentOptions = labelOptions(documentsStates)
const kindOptions = labelOptions(applicationKinds)
const requestOptions = labelOptions({ ...requestDecisions, ...refundDueStates, ...documentsStates })

/** The filter options of a list of applications or payments; `type` offers all kinds. */
export const listFilters = async (
  ctx: UserContext,
  query: ListQuery,
  recorded: 'application' | 'payment' = 'application',
) => ({
  branch: branchOptions(ctx),
  status: statusOptions,
  type: kindOptions,
  user: await recorderOptions(ctx, recorded, query.user),
})

/** The query of a list that contains only what can still be paid. A filter by another status than outstanding finds nothing. */
export const payableQuery = (query: ListQuery): ListQuery => ({
  ...query,
  status: isSet(query.status) && statusOf(query.status) !== 'outstanding' ? 'none' : payableStatus,
})

const kinds = Object.keys(applicationKinds) as ApplicationKind[]

/** The kind that the type filter of a list of all kinds selects. */
export const kindOf = (query: ListQuery): ApplicationKind | 'all' =>
  kinds.find((kind) => kind === query.type) ?? 'all'

/** Adds the link to its form to a row itself, because copying each row would cost as much as reading it. */
const withForm = <Row extends { application_id: number; application_code: string }>(
  ctx: UserContext,
  row: Row,
): Row & { pdf: string } => Object.assign(row, { pdf: listedFormLink(ctx, row) })

const list = command(application.gettable, async (ctx, query) => {
  const filter = { ...(await listFilters(ctx, query)), category: documentOptions }
  const found = await listApplications(ctx, query, kindOf(query))
  return { ...found, data: found.data.map((row) => withForm(ctx, row)), filter }
})

const listOfKind = (
  endpoint: typeof applicationFee.gettable | typeof request.gettable,
  kind: 'other_fee' | 'request_fee',
) =>
  command(endpoint, async (ctx, query) => {
    const found = await listApplications(ctx, query, kind)
    const data = found.data.map((row) => withForm(ctx, { ...row, ...aliasesOf(row) }))
    const filter = await listFilters(ctx, query)
    return {
      ...found,
      data,
      filter:
        kind === 'request_fee'
          ? { ...filter, category: requestOptions }
          : { ...filter, category: documentOptions },
    }
  })

export const listCommands = [
  list,
  listOfKind(applicationFee.gettable, 'other_fee'),
  listOfKind(request.gettable, 'request_fee'),
]
