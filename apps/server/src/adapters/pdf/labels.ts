/** Labels on documents: those of the contract's fields, and those that only documents have. */

import { account } from '@khapdee/contract/entities/account-entry'
import {
  applicationCode,
  cashReceived,
  courseLine,
  applicationDetail,
  lineInput,
  applicationRow,
  money,
  payment,
  payType,
  refund,
  sums,
} from '@khapdee/contract/entities/application-shapes'
import { branch } from '@khapdee/contract/entities/branch'
import { closingRow } from '@khapdee/contract/entities/closing'
import { checkedVehicleFields } from '@khapdee/contract/entities/checked-vehicle'
import { customerFields } from '@khapdee/contract/entities/customer'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examRight } from '@khapdee/contract/entities/exams'
import { cashWords } from '@khapdee/domain/application/cash-received'
import { fieldMeta, titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { issuedDocuments } from '@khapdee/domain/document-number'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords, headings } from '@khapdee/domain/words'

export const labels = {
  customer: entities.customer.label,
  person: titlesOf(customerFields),
  vehicle: titlesOf(checkedVehicleFields),
  address: headings.address,
  phone: titleOf(applicationRow.shape, 'phone_1'),
  applicationCode: fieldMeta(applicationCode).title,
  decision: titleOf(applicationRow.shape, 'decision'),
  recordedBy: titleOf(applicationRow.shape, 'user'),
  line: titlesOf(courseLine.shape),
  money: titlesOf(money),
  /** The balance of an application; that of a line is in `line`. */
  balance: titleOf(sums, 'balance'),
  note: titleOf(lineInput, 'note'),
  promotionCode: titleOf(lineInput, 'promotion_code'),
  taxNumber: titleOf(branch.fields.shape, 'tax_id'),
  payType: fieldMeta(payType).title,
  /** Printed after a pay type that was changed after the receipt was issued. */
  payTypeEdited: actionWords.editPayType,
  paidNow: titleOf(lineInput, 'paid'),
  cashReceived: fieldMeta(cashReceived).title,
  change: cashWords.change,
  receiptCode: titleOf(payment.shape, 'payment_code'),
  refund: titlesOf(refund.shape),
  date: titleOf(refund.shape, 'createdAt'),
  writtenOff: titleOf(applicationDetail.shape, 'written_off'),
  closing: titlesOf(closingRow.shape),
  account: titlesOf(account.row.shape),
  employee: entities.app_user.label,
  item: headings.item,
  position: headings.position,
  number: headings.number,
  time: headings.time,
  total: headings.total,
  documents: issuedDocuments,
  candidate: headings.candidates,
  exam: titlesOf(examBooking.row.shape),
  examRight: titlesOf(examRight.shape),
  roster: titlesOf(examDocument.candidate.shape),
  panel: fieldTitles.panel,
  place: titleOf(examSession.row.shape, 'place'),
  vehicles: entities.vehicle.label,
  /** Of an ID card or a passport. */
  idNumber: 'เลขประจำตัว',
  score: titleOf(examDocument.candidate.shape, 'score'),
  result: titleOf(examDocument.candidate.shape, 'result'),
  slipCode: 'รหัสใบนัดสอบ',
  /** The clerk on a receipt, the customer on a refund. */
  payee: fieldTitles.payee,
}
