/** Signed, short-lived links to documents. */
import type { Context } from '../../kernel/context.ts'
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
 * @param link the row of its data, and the time of printing
 * @param code number of the application, the file name of the download
 */
export const formLink = (ctx: Context, link: FormLink, code: string): string =>
  `/files/forms/${ctx.services.tokens.signForm(link)}/${code}.pdf`
