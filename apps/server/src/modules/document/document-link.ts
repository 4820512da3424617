/** Links to issued documents: signed, short-lived, and fixed in what they show. */
import type { Context } from '../../kernel/context.ts'
import type { DocumentLink } from '../../kernel/tokens.ts'

/** @param name of the file a reader saves, without its ending */
export const documentLink = (ctx: Context, link: DocumentLink, name: string): string =>
  `/files/documents/${ctx.services.tokens.signLink(link)}/${name}.pdf`
