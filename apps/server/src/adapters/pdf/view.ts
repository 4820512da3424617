/**
 * The printed data of documents as plain JSON. It is stored when a document is issued, so that a reprint years
 * later shows the same; the data of an application form is read again for each print. Money is in satang,
 * instants are ISO 8601 strings. ID and telephone numbers may be digits only; the documents format them. An
 * empty text is not printed.
 */

import type { ApplicationKind, ApplicationStatus } from '@khapdee/domain/application/status'
import type { DrawerMoveKind, DrawerParts } from '@khapdee/domain/drawer'
import type { Satang } from '@khapdee/domain/money'
import type { Day } from '@khapdee/domain/thai-date'

/** Data of one printout. It is not stored with the data of the document, which are the views below. */
export interface Print {
  /**
   * The first printout is the original; a void document stays void; a sample was never issued. A form is
   * `current`, or has the state in which its application ended (`void` when cancelled, `refund_due` while money of a
   * rejected request fee is to be paid back).
   */
  mark:
    | 'original'
    | 'copy'
    | 'void'
    | 'sample'
    | 'current'
    | 'refunded'
    | 'partial_refund'
    | 'ended'
    | 'refund_due'
  printedAt: string
  /** When the document was voided. */
  voidedAt?: string
}

/** A picture in the header; equal names have equal content. */
export interface LogoView {
  name: string
  /** A JPEG as a data URL. */
  src: string
}

/** Header and footer of a document. Empty values are not printed. */
export interface SchoolView {
  /** Replaces the product's logo; read when printing, not stored with the view. */
  logo?: LogoView
  /** Printed in large letters. */
  name: string
  /** The English name, below the name. */
  name_en?: string
  /** Custom header lines of the branch, below the name. */
  lines?: string[]
  /** Custom text in the footer of every page. */
  footer?: string
  branch_name: string
  /** The five-digit branch number of the Revenue Department; 00000 is the head office. */
  branch_no: string
  address: string
  phone: string
  tax_id: string
}

/** A person's data on a document; the ID number is already masked where required. */
export interface PersonView {
  /** The full name with its prefix. */
  name: string
  idcard?: string
  passport?: string
  address: string
  phone: string
}

/** The vehicle of a vehicle check. */
export interface VehicleView {
  /** Plate and province; empty when the vehicle has no plate. */
  plate: string
  /** Type and brand. */
  type: string
  chassis_number: string
  /** In kilometres. */
  mileage?: number
  /** Its age is printed as of the day of the document. */
  first_registration?: Day
}

/** The value added tax of a receipt or refund; such a document is a tax invoice or a credit note, too. */
export interface TaxView {
  /** The value of the taxed lines, without the tax. */
  base: Satang
  vat: Satang
  /** The value of lines that are exempt from tax or collected for others. */
  exempt: Satang
}

export interface ReceiptLineView {
  name: string
  detail?: string
  cost: Satang
  discount: Satang
  paid_before: Satang
  paid_now: Satang
  /** Owed after this payment. */
  balance: Satang
}

export interface ReceiptView {
  school: SchoolView
  /** `RE-KKN-6911-0001` */
  number: string
  issued_at: string
  day: Day
  application_code: string
  payer: PersonView
  vehicle?: VehicleView
  lines: ReceiptLineView[]
  pay_type: 'cash' | 'transfer'
  /** Whether the pay type was changed after the money was taken. */
  pay_type_edited?: boolean
  /** Sums of the lines. */
  totals: {
    total: Satang
    discount: Satang
    net: Satang
    paid_before: Satang
    paid_now: Satang
    balance: Satang
  }
  /** The cash handed over, printed with its change; absent when it was not counted. */
  cash_received?: Satang
  /** Missing when nothing on it includes value added tax. */
  tax?: TaxView
  cashier: string
  /** Prints a QR code for the balance, if any. */
  promptpay_id?: string
}

export interface ApplicationLineView {
  name: string
  detail?: string
  exam_date?: Day
  promotion_code?: string
  cost: Satang
  discount: Satang
  net: Satang
  paid: Satang
  balance: Satang
}

export interface ApplicationFormView {
  school: SchoolView
  kind: ApplicationKind
  /** The status at the time of printing. */
  status: ApplicationStatus
  /** The decision on a request fee in words; missing before it. */
  decision?: string
  /** Whether money is to be paid back; missing when it is not. */
  refund_due?: true
  /** `AP-KKN-6911-0001` */
  number: string
  issued_at: string
  day: Day
  customer: PersonView & { birthday?: Day; email?: string; line?: string }
  vehicle?: VehicleView
  lines: ApplicationLineView[]
  totals: {
    total: Satang
    discount: Satang
    net: Satang
    /** Receipts that are not voided, less the refunds. */
    paid: Satang
    refunded: Satang
    /** The unpaid or refunded amount of lines that have ended; missing in forms stored before this field existed. */
    written_off?: Satang
    balance: Satang
  }
  /** The names of the documents for the customer to bring. */
  documents: string[]
  /** When the customer was shown the privacy notice. */
  privacy_notice_at?: string
  /** The number of amendments; missing before the first. */
  revision?: number
  note?: string
  registrar: string
  /** Prints a QR code for `payable`; only while a payment can be received. */
  promptpay_id?: string
  /** The part of the balance that can be paid; absent when it is the whole balance. */
  payable?: Satang
}

/** A refund, which ends lines of an application. */
export interface RefundView {
  school: SchoolView
  /** `RF-KKN-6911-0001` */
  number: string
  issued_at: string
  day: Day
  application_code: string
  payee: PersonView
  /** `refunded` is missing in documents of refunds that were not divided by lines. */
  lines: { name: string; detail?: string; net: Satang; paid: Satang; refunded?: Satang }[]
  pay_type: 'cash' | 'transfer'
  /** Amounts paid, refunded and kept by the school. */
  paid_before: Satang
  value: Satang
  kept: Satang
  /** Missing when nothing that is refunded includes value added tax. */
  tax?: TaxView
  note: string
  /** Numbers of the receipts with which the lines were paid. */
  receipts?: string[]
  /** The account of a transfer. */
  account?: { bank: string; account: string; name: string }
  /** Name of the user who approved the refund. */
  approver?: string
  cashier: string
}

/** The report of a day close. */
export interface ClosingView {
  school: SchoolView
  /** `DC-KKN-6911-0001` */
  number: string
  issued_at: string
  day: Day
  movements: {
    number: string
    application_code: string
    customer: string
    /** When the payment or refund was made. */
    at: string
    user: string
    pay_type: 'cash' | 'transfer'
    /** Negative for a refund. */
    paid: Satang
    /** Voided before the close: listed, but not counted. */
    void: boolean
    /** Stored above the limit of amounts: listed, but not counted. */
    over_cap?: true
  }[]
  /** The movements of the drawer; this and the next fields are missing in reports stored before there were drawers. */
  drawer_moves?: {
    kind: DrawerMoveKind
    /** Negative for cash that left the drawer. */
    value: Satang
    at: string
    user: string
    text: string
  }[]
  parts?: DrawerParts
  deposit?: Satang
  next_float?: Satang
  expected_cash: Satang
  expected_transfer: Satang
  counted_cash: Satang
  difference: Satang
  /** Notes and coins by value in satang, largest first; empty when only the sum was entered. */
  denominations: { value: Satang; pieces: number }[]
  /** Void requests that lapsed with the close; missing in reports stored before this field existed. */
  lapsed?: { number: string; user: string; note: string }[]
  note?: string
  cashier: string
}
