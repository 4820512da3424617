/** Serves documents by signed links. A valid link is sufficient; no session is required. */
import { storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { ApplicationStatus, PayType } from '@khapdee/domain/application/status'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ReportView, VoucherView } from '../../adapters/pdf/account-view.ts'
import type { PdfJob } from '../../adapters/pdf/job.ts'
import type {
  CertificateView,
  ExamResultsView,
  ExamRosterView,
  ExamSlipView,
} from '../../adapters/pdf/exam-view.ts'
import type {
  ApplicationFormView,
  ClosingView,
  Print,
  ReceiptView,
  RefundView,
} from '../../adapters/pdf/view.ts'
import type { TaxCertificateView } from '../../adapters/pdf/payroll-view.ts'
import type { Services } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import type { DocumentLink, FormLink } from '../../kernel/tokens.ts'
import { isRefundPending } from '../refund-requests.ts'
import { verificationPath } from './verification-path.ts'
import type { Logos } from './logos.ts'

/**
 * A snapshot is the data that was printed, made by `../application/document-views.ts` or with the record itself. The snapshot of a form is printed
 * only by the link that a registration without payment returns; later prints use the table `printed_form`.
 */
type StoredDocument =
  | { kind: 'application_form'; snapshot: ApplicationFormView }
  | { kind: 'refund'; snapshot: RefundView }
  | { kind: 'closing'; snapshot: ClosingView }
  | StoredReceipt
  | { kind: 'certificate'; snapshot: CertificateView; token: string; cancelled_at: string | null }
  | { kind: 'voucher'; snapshot: VoucherView; entry_voided_at: string | null }
  | { kind: 'tax_certificate'; snapshot: TaxCertificateView; entry_voided_at: string | null }

/** A receipt: its snapshot, and the values that can change after it was issued. */
interface StoredReceipt {
  kind: 'receipt'
  snapshot: ReceiptView
  settings: unknown
  pay_type: PayType
  pay_type_edited: boolean
  /** Whether the balance that the receipt states can still be paid. */
  is_balance_payable: boolean
  voided: boolean
  voided_at: string | null
}

const withLogo = async <Stored extends StoredDocument & { logo_file_id: number | null }>(
  document: Stored,
  logos: Logos,
): Promise<Stored> => ({
  ...document,
  snapshot: await logos.addTo(document.snapshot, document.logo_file_id),
})

/** Whether the balance that the receipt `d` of the payment `p` states is still owed, by lines that can be paid. */
const isBalancePayable = sql<boolean>`(d.snapshot -> 'totals' ->> 'balance')::bigint = (
  select sum(l.cost - l.discount - l.paid)
  from payment_line pl join application_line l using (line_id)
    join application a on a.application_id = l.application_id
  where pl.payment_id = p.payment_id and l.status = 'open' and a.status = 'outstanding'
    and a.decision is distinct from 'rejected' and not a.over_cap and not ${isRefundPending('l')})`

async function readDocuments(
  services: Services,
  logos: Logos,
  ids: readonly number[],
): Promise<StoredDocument[]> {
  const rows = await services.db
    .selectFrom('issued_document as d')
    .innerJoin('branch as b', 'b.branch_id', 'd.branch_id')
    .leftJoin('payment as p', 'p.payment_id', 'd.payment_id')
    .leftJoin('certificate as t', 't.certificate_id', 'd.certificate_id')
    .leftJoin('account_entry as e', 'e.entry_id', 'd.entry_id')
    .select(['d.kind', 'd.snapshot', 'd.logo_file_id', 'b.settings', 'p.pay_type', 'p.voided_at'])
    .select(['t.token', 't.cancelled_at', 'e.voided_at as entry_voided_at'])
    .select(({ eb }) => [
      eb('p.pay_type_edited_at', 'is not', null).as('pay_type_edited'),
      eb('p.status', '=', sql.lit('deleted')).as('voided'),
      isBalancePayable.as('is_balance_payable'),
    ])
    .where('d.document_id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('d.document_id')
    // Safe: `kind` determines the type of the snapshot, and every receipt has a payment.
    .$castTo<StoredDocument & { logo_file_id: number | null }>()
    .execute()
  return Promise.all(rows.map((row) => withLogo(row, logos)))
}

/**
 * The receipt as it is printed now. It has a PromptPay code only in the print at its issue, and
 * only while the balance has not changed.
 */
function receiptView(
  { snapshot, pay_type, pay_type_edited, is_balance_payable }: StoredReceipt,
  print: Print,
): ReceiptView {
  const { promptpay_id = '', ...view } = snapshot
  const isIssue = print.mark === 'original' && print.printedAt === view.issued_at
  return {
    ...view,
    pay_type,
    ...(pay_type_edited && { pay_type_edited }),
    ...(isIssue && is_balance_payable && { promptpay_id }),
  }
}

/**
 * The job for the receipts of a link. All pages of a file have the same mark, so voided receipts
 * are omitted; if all were voided since the link was created, only the first is printed, marked as
 * void.
 */
function receiptJob([first, ...others]: [StoredReceipt, ...StoredReceipt[]], print: Print): PdfJob {
  const [printed = first, ...more] = [first, ...others].filter(({ voided }) => !voided)
  const { voided, voided_at } = printed
  return {
    kind: 'receipt',
    views: [receiptView(printed, print), ...more.map((receipt) => receiptView(receipt, print))],
    size: storedBranchSettings(printed.settings).receipt_size,
    print: voided
      ? { ...print, mark: 'void', ...(voided_at !== null && { voidedAt: voided_at }) }
      : print,
  }
}

const formMarks = {
  outstanding: 'current',
  paid: 'current',
  partial_refund: 'partial_refund',
  refunded: 'refunded',
  ended: 'ended',
  cancelled: 'void',
} as const satisfies Record<ApplicationStatus, Print['mark']>

const formJob = (view: ApplicationFormView, printedAt: string): PdfJob => ({
  kind: 'application-form',
  view,
  print: { mark: view.refund_due ? 'refund_due' : formMarks[view.status], printedAt },
})

/** The print of a document, marked as void from the time when its record was cancelled. */
const printOf = (print: Print, voidedAt: string | null): Print =>
  voidedAt === null ? print : { ...print, mark: 'void', voidedAt }

/**
 * The PDF job for the documents of a link; the link contains the mark and the print time.
 * @param origin where the public pages are, without a slash at the end
 */
async function jobOf(
  services: Services,
  logos: Logos,
  link: DocumentLink,
  origin: string,
): Promise<PdfJob> {
  const [first, ...others] = await readDocuments(services, logos, link.documents)
  if (first === undefined) throw notFound()
  const print: Print = { mark: link.mark, printedAt: link.printedAt }
  switch (first.kind) {
    case 'application_form':
      return formJob(first.snapshot, link.printedAt)
    case 'refund':
      return {
        kind: 'refund',
        views: [
          first.snapshot,
          ...others.flatMap((row) => (row.kind === 'refund' ? [row.snapshot] : [])),
        ],
        print,
      }
    case 'closing':
      return { kind: 'closing', view: first.snapshot, print }
    case 'certificate':
      return {
        kind: 'certificate',
        view: first.snapshot,
        verifyUrl: `${origin}${verificationPath(first.token)}`,
        print: printOf(print, first.cancelled_at),
      }
    case 'voucher':
      return {
        kind: 'voucher',
        view: first.snapshot,
        print: printOf(print, first.entry_voided_at),
      }
    case 'tax_certificate':
      return {
        kind: 'tax-certificate',
        view: first.snapshot,
        print: printOf(print, first.entry_voided_at),
      }
    case 'receipt':
      return receiptJob(
        [first, ...others.filter((row): row is StoredReceipt => row.kind === 'receipt')],
        print,
      )
  }
}

/** The data of a printed form. */
type StoredForm =
  | { kind: 'application_form'; view: ApplicationFormView }
  | { kind: 'exam_slip'; view: ExamSlipView }
  | { kind: 'exam_roster'; view: ExamRosterView }
  | { kind: 'exam_results'; view: ExamResultsView }
  | { kind: 'report'; view: ReportView }

/** The PDF job for the form of a link. @throws NOT_FOUND when its data was deleted */
async function jobOfForm(services: Services, logos: Logos, link: FormLink): Promise<PdfJob> {
  const stored = await services.db
    .selectFrom('printed_form')
    .select(['kind', 'view', 'logo_file_id'])
    .where('printed_form_id', '=', link.printed_form_id)
    // Safe: `kind` determines the type of the view.
    .$castTo<StoredForm & { logo_file_id: number | null }>()
    .executeTakeFirst()
  if (stored === undefined) throw notFound()
  const { printedAt } = link
  const print: Print = { mark: 'current', printedAt }
  const { logo_file_id: logo } = stored
  switch (stored.kind) {
    case 'application_form':
      return formJob(await logos.addTo(stored.view, logo), printedAt)
    case 'exam_slip':
      return { kind: 'exam-slip', view: await logos.addTo(stored.view, logo), print }
    case 'exam_roster':
      return { kind: 'exam-roster', view: await logos.addTo(stored.view, logo), print }
    case 'exam_results':
      return { kind: 'exam-results', view: await logos.addTo(stored.view, logo), print }
    case 'report':
      return { kind: 'report', view: await logos.addTo(stored.view, logo), print }
  }
}

/** Where the public pages are: the configured address, or the one by which the request came. */
const originOf = ({ config }: Services, { protocol, host }: FastifyRequest): string =>
  config.publicUrl ?? `${protocol}://${host}`

/** Sends a PDF for display in the browser; an unsafe file name is replaced by `document.pdf`. */
export function sendPdf(reply: FastifyReply, bytes: Uint8Array, name: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${/^[\w-]+\.pdf$/.test(name) ? name : 'document.pdf'}"`,
      'cache-control': 'private, no-store',
    })
    .send(Buffer.from(bytes))
}

export function serveDocuments(app: FastifyInstance, services: Services, logos: Logos): void {
  app.get<{ Params: { token: string; name: string } }>(
    '/files/documents/:token/:name',
    async (request, reply) => {
      const link = services.tokens.readDocument(request.params.token)
      if (link === null) throw notFound()
      const bytes = await services.pdf.render(
        await jobOf(services, logos, link, originOf(services, request)),
      )
      return sendPdf(reply, bytes, request.params.name)
    },
  )
  app.get<{ Params: { token: string; name: string } }>(
    '/files/forms/:token/:name',
    async (request, reply) => {
      const link = services.tokens.readForm(request.params.token)
      if (link === null) throw notFound()
      const bytes = await services.pdf.render(await jobOfForm(services, logos, link))
      return sendPdf(reply, bytes, request.params.name)
    },
  )
}
