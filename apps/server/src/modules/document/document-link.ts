/** Signed, short-lived links to issued documents; a link contains its documents, mark and print time. */
import type { Context } from '../../kernel/context.ts'
import type { DocumentLink } from '../../kernel/tokens.ts'

/** @param name file name of the download, without extension */
export const documentLink = (ctx: Context, link: DocumentLink, name: string): string =>
  `/files/documents/${ctx.services.tokens.signLink(link)}/${name}.pdf`
