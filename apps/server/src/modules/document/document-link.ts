/** Signed, short-lived links to issued documents. */
import type { Context } from '../../kernel/context.ts'
import type { DocumentLink } from '../../kernel/tokens.ts'

/**
 * The path of a link.
 * @param link ids of the documents, mark (original or copy) and print time
 * @param name file name of the download, without extension
 */
export const documentLink = (ctx: Context, link: DocumentLink, name: string): string =>
  `/files/documents/${ctx.services.tokens.signLink(link)}/${name}.pdf`
