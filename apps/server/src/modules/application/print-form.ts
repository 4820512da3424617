/** Prints the application form as the application is now. */
import { todayInBangkok } from '@khapdee/domain/thai-date'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { formLink } from '../document/document-link.ts'
import { countPrints } from '../document/print-document.ts'
import { toBranchHeader } from './branch-header.ts'
import { applicationFormView } from './document-views.ts'
import { formData } from './print-form.queries.ts'

/**
 * Returns a link to the form. Its data is stored for the link, so that opening the link again shows the same.
 * @throws NOT_FOUND
 */
export async function printForm(
  ctx: UserContext,
  application_id: number,
): Promise<{ pdf: string }> {
  const data = await formData.first(ctx.tx, ctx, application_id)
  if (data === undefined) throw notFound()
  const { application_code: code, customer, vehicle, clerk, createdAt, lines, logo_file_id } = data
  const at = ctx.clock.now().toISOString()
  await countPrints(ctx, 'application_form', { application_id }, at)
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
  const view = applicationFormView(issue, { ...data, totals }, lines)
  const { printed_form_id } = await ctx.tx
    .insertInto('printed_form')
    .values({
      view: JSON.stringify(view),
      logo_file_id: logo_file_id ?? header.default_logo_file_id,
    })
    .returning('printed_form_id')
    .executeTakeFirstOrThrow()
  return { pdf: formLink(ctx, { printed_form_id, printedAt: at }, code) }
}
