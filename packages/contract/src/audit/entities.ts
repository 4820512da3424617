/** Thai labels of audited records and their fields. */
import {
  applicationKinds,
  applicationStatuses,
  payTypes,
  paymentStatuses,
} from '@khapdee/domain/application/status'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type RateFigure, describeFigure } from '@khapdee/domain/payroll/rate-figures'
import { agreedDayStates } from '@khapdee/domain/application/agreed-day'
import { requestStates } from '@khapdee/domain/application/approval-request'
import { issuedDocuments } from '@khapdee/domain/document-number'
import { certificateStates } from '@khapdee/domain/certificate'
import { taxCertificateStates } from '@khapdee/domain/payroll/tax-certificate'
import { employeeStatuses } from '@khapdee/domain/employee'
import { examKinds } from '@khapdee/domain/evaluation'
import { examRightStatuses } from '@khapdee/domain/exam-right'
import { panelRoles } from '@khapdee/domain/exam-session'
import { waitingStates } from '@khapdee/domain/exam-waiting'
import { examLicences } from '@khapdee/domain/licence-types'
import { type EntityName, entities, entityList } from '@khapdee/domain/entities'
import { bahtWithUnit, satang } from '@khapdee/domain/money'
import { noticeTimeTitle } from '@khapdee/domain/privacy-notice'
import { dueStates, vehicleStatuses } from '@khapdee/domain/vehicle'
import { actionWords, headings, units, stateWords } from '@khapdee/domain/words'
import { crudApis } from '../api.ts'
import {
  dueDate,
  followUp,
  requestedRefund,
  requiredDocument,
  applicationRow,
  bankReference,
  payType,
  paymentStatus,
  sums,
} from '../entities/application-shapes.ts'
import { account, entryFields } from '../entities/account-entry.ts'
import { accountLockFields } from '../entities/account-lock.ts'
import { checkedVehicleFields } from '../entities/checked-vehicle.ts'
import { amendInput } from '../entities/amendment.ts'
import { backup } from '../entities/backup.ts'
import { calendarEvent, calendarFeedStates } from '../entities/calendar.ts'
import { closingRow, lapsedTitle } from '../entities/closing.ts'
import { customer, customerFields } from '../entities/customer.ts'
import { drawer } from '../entities/drawer.ts'
import { examBooking } from '../entities/exam-booking.ts'
import { examRight } from '../entities/exam-right.ts'
import { examSession } from '../entities/exam-session.ts'
import { examWaiting } from '../entities/exam-waiting.ts'
import { otherFee } from '../entities/fees.ts'
import { payrollFile } from '../entities/payroll-file.ts'
import { leaverLink } from '../entities/leaver-link.ts'
import { taxCertificate } from '../entities/tax-certificate.ts'
import { payrollRate } from '../entities/payroll-rate.ts'
import { listView } from '../entities/list-view.ts'
import { holiday } from '../entities/holiday.ts'
import { requiredDocument as receiveDocument } from '../entities/required-document.ts'
import { pettyCash } from '../entities/petty-cash.ts'
import { promotion } from '../entities/promotion.ts'
import { school } from '../entities/school.ts'
import { setup } from '../entities/setup.ts'
import { bankMovesTitle, statementFields } from '../entities/statement.ts'
import { user } from '../entities/user.ts'
import { titleOf } from '../field-meta.ts'
import { active, allOption, branchOrAll, detail, exportQuery, note, price } from '../wire.ts'
import { contractFields } from './contract-fields.ts'
import { auditedPeople } from './people.ts'
import {
  type AuditField,
  choice,
  eachItem,
  hidden,
  list,
  plain,
  quantity,
  reference,
  showAny,
  type AuditedEntity,
} from './show.ts'

/** Fields with the same meaning in every entity. */
export const commonFields: Readonly<Record<string, AuditField>> = {
  name: plain(titleOf(customerFields, 'fname')),
  code: plain('รหัส'),
  title: plain('หัวข้อ'),
  type: plain(titleOf(exportQuery.shape, 'type')),
  category: plain(titleOf(exportQuery.shape, 'category')),
  user_id: reference(titleOf(exportQuery.shape, 'user'), 'app_user'),
  customer_id: reference(entities.customer.label, 'customer'),
  password_hash: hidden(titleOf(user.login.input.shape, 'password')),
  printed: list(
    'เอกสารที่พิมพ์',
    ({ number, prints }) => `${showAny(number)} (ครั้งที่ ${showAny(prints)})`,
  ),
  ...contractFields({ is_activate: active, branch_id: branchOrAll, detail, note, price }),
}

/** Without the sum, which would disclose pay. */
const auditedFileFields = { kind: true, period: true, count: true, sha256: true } as const
const auditedCertificateFields = {
  certificate_code: true,
  year: true,
  return: true,
} as const
const revealed = choice('ข้อมูลที่แสดง', { idcard: titleOf(customerFields, 'idcard') })
const decisionNote = plain('หมายเหตุการอนุมัติ')

/** The name of a line and its net amount, which is stored in satang. */
const showLine = ({ name, net }: Record<string, unknown>): string =>
  [showAny(name), Number.isSafeInteger(net) ? bahtWithUnit(satang(Number(net))) : '']
    .filter(Boolean)
    .join(' ')

/** Fields of the CRUD entities, derived from their schemas. */
const crudFields = Object.fromEntries(
  crudApis.map(({ entity, fields }) => [entity.table, { fields: contractFields(fields.shape) }]),
)

/**
 * Fields by entity: those of the contract, and additional fields that only the audit trail has or
 * that it formats differently.
 */
const ownFields = {
  ...crudFields,
  ...auditedPeople,
  school: { fields: contractFields({ ...school.fields.shape, ...setup.fields }) },
  customer: {
    fields: {
      ...contractFields(customerFields),
      name: plain(titleOf(customer.row.shape, 'name')),
      revealed,
      number_found: choice('พบข้อมูลของสาขาอื่นจาก', {
        idcard: titleOf(customerFields, 'idcard'),
        passport: titleOf(customerFields, 'passport'),
      }),
      privacy_notice_at: plain(noticeTimeTitle),
      privacy_notice_version: plain('ฉบับของประกาศ'),
      merged: reference('รวมข้อมูลจาก', 'customer'),
      merged_into: reference('รวมเข้ากับ', 'customer'),
      applications: plain('ใบสมัครที่ย้ายมา'),
      payments: plain('ใบเสร็จที่ย้ายมา'),
      exam_rights: quantity('สิทธิ์สอบที่ย้ายมา', units.rights),
    },
  },
  application: {
    fields: {
      ...contractFields({ ...applicationRow.shape, balance: sums.balance }),
      payments: list(issuedDocuments.receipt.label, ({ payment_code }) => showAny(payment_code)),
      decision_note: decisionNote,
      end_note: plain(fieldTitles.reason),
      revision: plain(headings.revision),
      added_lines: list(titleOf(amendInput.shape, 'add'), showLine),
      removed_lines: list(titleOf(amendInput.shape, 'remove'), showLine),
      ...contractFields({ note, ...checkedVehicleFields }),
      refund_request: choice(actionWords.requestRefund, requestStates),
      ...contractFields({ refund_value: requestedRefund.shape.value }),
      ...contractFields({ due_date: dueDate, follow_up: followUp.shape.note }),
      ...contractFields({
        document: requiredDocument.shape.name,
        document_day: requiredDocument.shape.document_day,
      }),
      document_file_id: reference(titleOf(receiveDocument.tick.input.shape, 'file_id'), 'file'),
    },
  },
  payment: {
    fields: {
      ...contractFields({
        status: paymentStatus,
        pay_type: payType,
        bank_reference: bankReference,
      }),
      slip_file_id: reference('สลิปการโอน', 'file'),
      request_note: plain('เหตุผลที่ขอลบ'),
      decision_note: decisionNote,
    },
  },
  exam_right: {
    fields: {
      ...contractFields({
        status: examRight.row.shape.status,
        permission_date: examRight.row.shape.permission_date,
        exam_date: examBooking.row.shape.exam_date,
        session: examBooking.row.shape.session,
        theory_passed_on: examRight.row.shape.theory_passed_on,
      }),
      result: plain(fieldTitles.examResult),
      note: plain(fieldTitles.reason),
      waiting: choice(headings.waitingList, waitingStates),
      session: plain(entities.exam_session.label),
      ...contractFields({ offer_until: examWaiting.row.shape.offer_until }),
    },
  },
  certificate: {
    fields: {
      certificate_code: plain(headings.number),
      holder: plain(titleOf(customer.row.shape, 'name')),
      status: choice(fieldTitles.status, certificateStates),
      note: plain(fieldTitles.reason),
    },
  },
  exam_session: {
    fields: {
      ...contractFields({
        ...examSession.create.input.shape,
        status: examSession.row.shape.status,
        cancel_note: examSession.row.shape.cancel_note,
      }),
      ...Object.fromEntries(
        Object.entries(panelRoles).map(([role, { label }]) => [
          role,
          eachItem(reference(label, 'app_user')),
        ]),
      ),
      moved: list(
        titleOf(examSession.cancel.input.shape, 'moves'),
        ({ customer: name, session }) =>
          `${showAny(name)}: ${session === null ? 'แจ้งภายหลัง' : showAny(session)}`,
      ),
      revealed,
    },
  },
  calendar_feed: { fields: { state: choice(fieldTitles.status, calendarFeedStates) } },
  calendar_event: {
    fields: {
      ...contractFields(calendarEvent.fields.shape),
      starts_at: plain('เริ่ม'),
      ends_at: plain(stateWords.ended),
    },
  },
  other_fee: {
    fields: {
      ...contractFields(otherFee.fields.shape),
      granted_rights: quantity(titleOf(otherFee.fields.shape, 'exams'), units.rights),
    },
  },
  payroll_file: { fields: contractFields(payrollFile.row.pick(auditedFileFields).shape) },
  leaver_link: {
    fields: {
      ...contractFields(leaverLink.row.pick({ status: true, expires_at: true }).shape),
      note: plain('เหตุการณ์'),
    },
  },
  tax_certificate: {
    fields: {
      ...contractFields(taxCertificate.row.pick(auditedCertificateFields).shape),
      status: choice(fieldTitles.status, taxCertificateStates),
      note: plain(fieldTitles.reason),
    },
  },
  payroll_rate: {
    fields: {
      ...contractFields(payrollRate.fields.shape),
      figures: list(
        titleOf(payrollRate.fields.shape, 'figures'),
        (item) => describeFigure(item as unknown as RateFigure) ?? '–',
      ),
    },
  },
  holiday: {
    fields: contractFields({
      ...holiday.fields.shape,
      open_branches: holiday.row.shape.open_branches,
    }),
  },
  closing: {
    fields: {
      ...contractFields(closingRow.shape),
      lapsed: list(lapsedTitle, ({ payment_code }) => showAny(payment_code)),
    },
  },
  drawer_move: { fields: contractFields({ ...drawer.row.shape, ...drawer.move.input.shape }) },
  petty_cash: {
    fields: contractFields({
      ...pettyCash.row.shape,
      ...pettyCash.update.input.shape,
      counted: pettyCash.count.input.shape.counted,
      value: pettyCash.moveRow.shape.value,
      kind: pettyCash.moveRow.shape.kind,
    }),
  },
  account_entry: {
    fields: {
      ...contractFields({ ...entryFields, ...account.row.shape }),
      note: plain(fieldTitles.reason),
    },
  },
  statement_line: {
    fields: {
      ...contractFields(statementFields),
      account: reference(entities.bank_account.label, 'bank_account'),
      new: quantity('รายการใหม่', units.entries),
      known: quantity('มีอยู่แล้ว', units.entries),
      start: plain(titleOf(promotion.fields.shape, 'start')),
      end: plain(titleOf(promotion.fields.shape, 'end')),
      payment_ids: list(entities.payment.label, showAny),
      entry_ids: list(entities.account_entry.label, showAny),
      drawer_move_ids: list(entities.drawer_move.label, showAny),
      bank_move_ids: list(bankMovesTitle, showAny),
    },
  },
  account_lock: { fields: contractFields(accountLockFields) },
  backup: {
    fields: {
      ...contractFields(backup.row.pick({ name: true }).shape),
      skip: quantity('เลขที่เอกสารที่ข้ามของแต่ละประเภท', units.entries),
      since: plain('ข้ามตั้งแต่วันที่'),
    },
  },
  held_form: { fields: contractFields({ type: applicationRow.shape.type }) },
  list_view: { fields: contractFields({ name: listView.fields.name }) },
  file: {
    fields: { name: plain('ชื่อไฟล์'), size: quantity('ขนาด', 'ไบต์') },
  },
  export: {
    fields: {
      ...contractFields(exportQuery.shape),
      branch: reference(titleOf(exportQuery.shape, 'branch'), 'branch', allOption.name),
      user: reference(titleOf(exportQuery.shape, 'user'), 'app_user', allOption.name),
      type: choice(titleOf(exportQuery.shape, 'type'), { ...applicationKinds, ...examLicences }),
      status: choice(titleOf(exportQuery.shape, 'status'), {
        ...applicationStatuses,
        ...paymentStatuses,
        ...vehicleStatuses,
        ...employeeStatuses,
        ...examRightStatuses,
      }),
      category: choice(titleOf(exportQuery.shape, 'category'), {
        ...payTypes,
        ...dueStates,
        ...agreedDayStates,
        ...examKinds,
      }),
      start: plain(titleOf(promotion.fields.shape, 'start')),
      end: plain(titleOf(promotion.fields.shape, 'end')),
      revealed,
    },
  },
} as const satisfies Partial<Record<EntityName, Pick<AuditedEntity, 'fields'>>>

/** The entity of an audit entry; the audit trail itself is not audited. */
export type AuditEntity = Exclude<EntityName, 'audit_log'>

/** The entities that the filter of the audit list shows first; the others follow in the order of `entities`. */
const firstEntities = Object.keys(auditedPeople)
const rankInFilter = (entity: string) =>
  firstEntities.includes(entity) ? firstEntities.indexOf(entity) : firstEntities.length

const fieldsOf: Readonly<Partial<Record<EntityName, Pick<AuditedEntity, 'fields'>>>> = ownFields

/** Every audited entity with its label and its fields. */
export const auditedEntities = Object.fromEntries(
  entityList
    .filter(([name]) => name !== 'audit_log')
    .toSorted(([a], [b]) => rankInFilter(a) - rankInFilter(b))
    .map(([name, { label, auditLabel = label }]): [string, AuditedEntity] => [
      name,
      { label: auditLabel, fields: fieldsOf[name]?.fields ?? {} },
    ]),
) as Readonly<Record<AuditEntity, AuditedEntity>>
