/** Documents of entries: issued at their first print, and again after the entry was changed. */
import type { EntryStatus } from '@khapdee/domain/account-entry'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { reserve } from '../../kernel/numbering.ts'
import { type BranchHeader, readBranchHeader } from '../branch-header.ts'
import { issueDocuments } from '../document/issue-documents.ts'
import { printDocuments } from '../document/print-document.ts'
import { type StoredEntry, oneEntry } from './entry.queries.ts'

type EntryDocumentKind = 'voucher' | 'tax_certificate'

/**
 * Builds the printed content. @param number the number of an issued document; null when it is
 * issued now
 */
type MakeView = (
  header: BranchHeader,
  at: string,
  number: string | null,
) => Promise<{ number: string; snapshot: object }>

/**
 * Locks an entry of the caller's branches, so that concurrent prints and changes of it run one
 * after another. @throws NOT_FOUND
 */
export async function entryToPrint(ctx: UserContext, entry_id: number): Promise<StoredEntry> {
  await ctx.tx
    .selectFrom('account_entry')
    .select('entry_id')
    .where('entry_id', '=', entry_id)
    .where('branch_id', 'in', ctx.scope.branchIds)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const stored = await oneEntry.first(ctx.tx, ctx, entry_id)
  if (stored === undefined) throw notFound()
  return stored
}

/**
 * Returns a link to a document of a locked entry. Its content is stored at its first print, and
 * again at the first print after a change of the entry; both are originals. Later prints are copies
 * of the stored content. A voided entry keeps the document that was printed before, stamped as
 * void.
 * @param isOther whether the stored content differs from the content to be printed, even without a
 * change of the entry
 */
export async function printEntryDocument(
  ctx: UserContext,
  kind: EntryDocumentKind,
  entry: { entry_id: number; branch_id: number; status: EntryStatus; version: number },
  makeView: MakeView,
  isOther: (stored: object) => boolean = () => false,
): Promise<{ pdf: string }> {
  const { entry_id, branch_id, status, version } = entry
  const issued = await ctx.tx
    .selectFrom('issued_document')
    .select(['document_id', 'number', 'snapshot'])
    .where('entry_id', '=', entry_id)
    .where('kind', '=', kind)
    // Safe: the snapshots of entries have the version of the entry.
    .$castTo<{ document_id: number; number: string; snapshot: { version: number } }>()
    .executeTakeFirst()
  const isChanged =
    issued !== undefined &&
    status !== 'void' &&
    (issued.snapshot.version !== version || isOther(issued.snapshot))
  if (issued === undefined || isChanged) {
    const at = ctx.clock.now().toISOString()
    const header = await readBranchHeader(ctx, branch_id)
    const made = await makeView(header, at, issued?.number ?? null)
    const snapshot = { ...made.snapshot, version }
    if (issued === undefined) {
      await issue(ctx, { kind, entry_id, branch_id, number: made.number, snapshot, at })
    } else {
      await ctx.tx
        .updateTable('issued_document')
        .set({
          snapshot: JSON.stringify(snapshot),
          logo_file_id: header.logo_file_id,
          prints: 0,
          first_printed_at: null,
        })
        .where('document_id', '=', issued.document_id)
        .execute()
    }
  }
  return printDocuments(ctx, kind, { entry_id })
}

interface NewEntryDocument {
  kind: EntryDocumentKind
  entry_id: number
  branch_id: number
  number: string
  snapshot: object
  at: string
}

async function issue(ctx: UserContext, { branch_id, at, ...document }: NewEntryDocument) {
  const { nextId } = await reserve(ctx.tx, {
    branchId: branch_id,
    day: ctx.clock.today(),
    numbers: {},
    ids: { issued_document: 1 },
  })
  // Counted by the print that follows.
  const issued = { document_id: nextId('issued_document'), ...document, printed: false }
  await issueDocuments([issued], { branch_id, at }).execute(ctx.tx)
}
