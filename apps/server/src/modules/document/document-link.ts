/** Signed, short-lived links to documents. */
import type { Context, UserContext } from '../../kernel/context.ts'
import type { DocumentLink, FormLink } from '../../kernel/tokens.ts'

/**
 * The path of a link.
 * @param link ids of the documents, mark (original or copy) and print time
 * @param name file name of the download, without extension
 */
export const documentLink = (ctx: Context, link: DocumentLink, name: string): string =>
  `/files/documents/${ctx.services.tokens.signDocument(link)}/${name}.pdf`

/**
 * The path of a link to an application form.
 * @param link id of the row of `printed_form` with its data, and the time of printing
 * @param code number of the application, the file name of the download
 */
export const formLink = (ctx: Context, link: FormLink, code: string): string =>
  `/files/forms/${ctx.services.tokens.signForm(link)}/${code}.pdf`

/** The path of a link in a list to the form of an application, which is made when the link is opened. */
export const listedFormLink = (
  ctx: UserContext,
  { application_id, application_code }: { application_id: number; application_code: string },
): string => {
  const link = { application_id, sessionId: ctx.actor.session_id }
  return `/files/applications/${ctx.services.tokens.signListedForm(link)}/${application_code}.pdf`
}
