/** The header of documents: the school and the branch that issues them. */
import { type BranchSettings, storedBranchSettings } from '@khapdee/contract/entities/branch'
import type { IdCardMode } from '@khapdee/contract/entities/school'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatPhone } from '@khapdee/domain/phone'
import { headings } from '@khapdee/domain/words'
import type { RawBuilder } from 'kysely'
import type { SchoolView } from '../adapters/pdf/view.ts'
import type { Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { formatAddress } from '@khapdee/domain/format-address'
import { type HeaderRow, headerRow } from './branch-header.queries.ts'

export interface BranchHeader {
  branch_id: number
  code: string
  settings: BranchSettings
  promptpay_id: string
  school: SchoolView
  /** The logo of a branch without its own. */
  default_logo_file_id: number | null
  /** The logo of the branch, or the default logo. */
  logo_file_id: number | null
  /** Whether ID numbers are printed unmasked, by document. */
  full_idcard: { form: boolean; receipt: boolean }
}

/**
 * Reads the document header of a branch. The caller must have checked access to the branch.
 * @param branchId id of the branch, or an SQL expression for it
 * @param changed settings to preview instead of the stored ones
 */
export async function readBranchHeader(
  ctx: Pick<Context, 'tx'>,
  branchId: number | RawBuilder<number>,
  changed?: BranchSettings,
): Promise<BranchHeader> {
  const row = (await headerRow.first(ctx.tx, branchId))?.header
  if (row === undefined) throw new Error('there is no such branch')
  return toBranchHeader(row, changed)
}

/** The document header of a stored branch. */
export function toBranchHeader(row: HeaderRow, changed?: BranchSettings): BranchHeader {
  const settings = changed ?? storedBranchSettings(row.settings)
  return {
    branch_id: row.branch_id,
    code: row.code,
    settings,
    promptpay_id: row.promptpay_id,
    school: schoolView(row, settings),
    default_logo_file_id: row.school.logo_file_id,
    logo_file_id: row.logo_file_id ?? row.school.logo_file_id,
    full_idcard: {
      form: printsFullIdCard(row.school.form_idcard, settings),
      receipt: printsFullIdCard(row.school.receipt_idcard, settings),
    },
  }
}

/** The parts of the head that every receipt requires, with their names in a message. */
const headParts = { name: fieldTitles.name, address: headings.address, tax_id: fieldTitles.taxId }

/**
 * The parts that the head of a receipt lacks (Revenue Code, section 105 bis). Own header lines count as name and
 * address; a branch without tax number is complete once this is confirmed in its settings, unless it charges value added tax.
 * @param isTaxed whether the receipt includes value added tax
 */
export function missingHeadParts(
  { school, settings }: Pick<BranchHeader, 'school' | 'settings'>,
  isTaxed = settings.vat_mode === 'vat7',
): (keyof typeof headParts)[] {
  const hasAddress = school.address !== '' || (school.lines ?? []).length > 0
  return [
    ...(school.name === '' ? (['name'] as const) : []),
    ...(hasAddress ? [] : (['address'] as const)),
    ...(school.tax_id !== '' || (settings.no_tax_number && !isTaxed) ? [] : (['tax_id'] as const)),
  ]
}

/** Refuses to issue a receipt while its head is incomplete. @throws RECEIPT_HEAD */
export function assertCompleteHead(header: BranchHeader, isTaxed: boolean): void {
  const missing = missingHeadParts(header, isTaxed)
  if (missing.length === 0) return
  const parts = missing.map((part) => headParts[part]).join('และ')
  throw new AppError(
    'RECEIPT_HEAD',
    `ออกใบเสร็จไม่ได้ เพราะหัวเอกสารของสาขายังไม่มี${parts} กรุณาให้ผู้ดูแลกรอกในข้อมูลสาขา`,
    400,
  )
}

const printsFullIdCard = (mode: IdCardMode, { receipt_full_idcard }: BranchSettings): boolean =>
  mode === 'branch' ? receipt_full_idcard : mode === 'full'

/**
 * The printed header. By default it has the name of the school and name and address of the branch;
 * the branch's settings can replace the name, add lines and omit name and address of the branch.
 */
function schoolView(row: HeaderRow, settings: BranchSettings): SchoolView {
  const [name = '', ...lines] = settings.receipt_header.split('\n').filter(Boolean)
  const isCustom = name !== ''
  const showsBranch = !isCustom || settings.receipt_header_address
  const { receipt_footer: footer } = settings
  return {
    name: isCustom ? name : row.school.name || row.name,
    ...(!isCustom && row.school.name_en !== '' && { name_en: row.school.name_en }),
    ...(lines.length > 0 && { lines }),
    ...(footer !== '' && { footer }),
    branch_name: showsBranch ? row.name : '',
    branch_no: row.tax_branch_no,
    address: showsBranch ? formatAddress(row) : '',
    phone: showsBranch
      ? [row.phone_1, row.phone_2].filter(Boolean).map(formatPhone).join(', ')
      : '',
    tax_id: row.tax_id,
  }
}
