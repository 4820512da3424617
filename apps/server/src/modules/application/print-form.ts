/** Prints the application form with the present state of the application. */
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { sql } from 'kysely'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { formLink } from '../document/document-link.ts'
import { countPrints } from '../document/print-document.ts'
import { toBranchHeader } from '../branch-header.ts'
import { applicationFormView } from './document-views.ts'
import { formData } from './print-form.queries.ts'

/**
 * Locks the record of the application's forms, so that two requests for one link do not both make a
 * form.
 */
const lockForms = ({ tx }: UserContext, applicationId: number) =>
  tx
    .selectFrom('issued_document')
    .select('document_id')
    .where('application_id', '=', applicationId)
    .where('kind', '=', 'application_form')
    .forNoKeyUpdate()
    .execute()

/** The last form made for a link of a list, if its content is still the same. */
const findMade = ({ tx }: UserContext, link: string, view: string, logo: number | null) =>
  tx
    .with('newest', (db) =>
      db
        .selectFrom('printed_form')
        .selectAll()
        .where('list_link', '=', link)
        .orderBy('printed_form_id', 'desc')
        .limit(1),
    )
    .selectFrom('newest')
    .select(['printed_form_id', 'printed_at'])
    .where('view', '=', sql<string>`${view}::jsonb`)
    .where('logo_file_id', 'is not distinct from', logo)
    .$narrowType<{ printed_at: string }>()
    .executeTakeFirst()

/**
 * Returns a link to the form. Its data is stored for the link, so that opening the link again shows
 * the same.
 * @param listLink the link of a list that is opened. Until the application changes, the form that
 * was made for it is returned again and no print is counted
 * @throws NOT_FOUND
 */
export async function printForm(
  ctx: UserContext,
  application_id: number,
  listLink: string | null = null,
): Promise<{ pdf: string }> {
  if (listLink !== null) await lockForms(ctx, application_id)
  const data = await formData.first(ctx.tx, ctx, application_id)
  if (data === undefined) throw notFound()
  const { application_code: code, customer, vehicle, clerk, createdAt, lines } = data
  const header = toBranchHeader(data.header)
  const issue = {
    header,
    customer,
    vehicle,
    day: todayInBangkok(new Date(createdAt)),
    issuedAt: createdAt,
    clerk,
    code,
  }
  const { total, discount, net, paid, written_off, balance } = data
  const totals = { total, discount, net, paid, written_off, balance }
  const view = JSON.stringify(applicationFormView(issue, { ...data, totals }, lines))
  const logo_file_id = data.logo_file_id ?? header.default_logo_file_id
  const made = listLink === null ? undefined : await findMade(ctx, listLink, view, logo_file_id)
  if (made !== undefined) {
    const { printed_form_id, printed_at } = made
    return { pdf: formLink(ctx, { printed_form_id, printedAt: printed_at }, code) }
  }
  const at = ctx.clock.now().toISOString()
  await countPrints(ctx, 'application_form', { application_id }, at)
  const { printed_form_id } = await ctx.tx
    .insertInto('printed_form')
    .values({ kind: 'application_form', view, logo_file_id, list_link: listLink, printed_at: at })
    .returning('printed_form_id')
    .executeTakeFirstOrThrow()
  return { pdf: formLink(ctx, { printed_form_id, printedAt: at }, code) }
}
