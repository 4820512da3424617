/** Thai labels of the permissions, and the groups in which the role form shows them. */
import { lockWords } from './account-lock.ts'
import { type EntityPermission, entityList, listLabel } from './entities.ts'
import { payrollSteps } from './payroll/steps.ts'
import { type Action, type Resource, allPermissions, toAbility } from './permissions.ts'
import { actionWords, headings } from './words.ts'

type Group = EntityPermission['group']

/** `first` is the resource at the top of its group; the others keep the order of the entities. */
const groups: Readonly<Record<Group, { label: string; first?: Resource }>> = {
  registration: { label: actionWords.register, first: 'application' },
  money: { label: 'การเงิน' },
  master: { label: headings.masterData },
  system: { label: 'ผู้ใช้และระบบ' },
}

const permitted = entityList.flatMap(([, entity]) =>
  entity.permission === undefined ? [] : [{ ...entity, permission: entity.permission }],
)

/** Label of each resource: the label of its permission if set, otherwise that of its list. */
export const resourceLabels = Object.fromEntries(
  permitted.map(({ permission, ...entity }) => [
    permission.resource,
    permission.label ?? listLabel(entity),
  ]),
) as Readonly<Record<Resource, string>>

export const actionLabels: Readonly<Record<Action, string>> = {
  view: actionWords.view,
  create: actionWords.add,
  update: actionWords.edit,
  delete: actionWords.delete,
  pay: 'รับหรือจ่ายเงิน',
  'price-override': 'เปลี่ยนราคา',
  refund: actionWords.refund,
  'request-refund': actionWords.requestRefund,
  cancel: actionWords.cancelApplication,
  approve: actionWords.approve,
  submit: payrollSteps.submit.label,
  confirm: payrollSteps.confirm.label,
  'follow-up': actionWords.followUp,
  documents: actionWords.receiveDocument,
  move: 'เพิ่มรายการเงินสด',
  download: actionWords.download,
  export: actionWords.exportExcel,
  reveal: actionWords.reveal,
  import: actionWords.import,
  match: actionWords.match,
  merge: actionWords.mergeCustomers,
  'view-salary': 'ดูและแก้ไขเงินเดือน',
  'end-session': 'ดูและสิ้นสุดการเข้าสู่ระบบ',
  'edit-pay-type': actionWords.editPayType,
  'request-void': actionWords.requestVoid,
  void: 'อนุมัติลบรายการชำระเงิน',
  book: 'จอง เลื่อน และยกเลิกวันสอบ',
  session: 'จัดรอบสอบ',
  'checkin-own': 'ลงทะเบียนเข้าสอบในรอบที่ตนเป็นกรรมการ',
  checkin: 'ลงทะเบียนเข้าสอบทุกรอบ',
  'mark-own': 'บันทึกผลสอบของรอบที่ตนเป็นกรรมการ',
  mark: 'บันทึกผลสอบทุกรอบ',
  correct: actionWords.correctResult,
  override: 'อนุโลมเงื่อนไขการสอบ',
  extend: 'ต่ออายุสิทธิ์โดยคิดค่าธรรมเนียม',
  'extend-free': 'ต่ออายุสิทธิ์โดยไม่คิดค่าธรรมเนียม',
  disable: 'ระงับและคืนสิทธิ์',
  grant: 'ให้สิทธิ์สอบโดยไม่มีใบสมัคร และนำเข้าสิทธิ์สอบยกมา',
  ...lockWords,
  certificate: 'ออกและพิมพ์หนังสือรับรอง',
}

export interface PermissionGroup {
  label: string
  resources: readonly Resource[]
}

/** The groups of the role form; each resource belongs to exactly one. */
export const permissionGroups: readonly PermissionGroup[] = Object.entries(groups).map(
  ([group, { label, first }]) => {
    const resources = permitted
      .filter(({ permission }) => permission.group === group)
      .map(({ permission }) => permission.resource as Resource)
    return {
      label,
      resources: resources.toSorted((a, b) => Number(b === first) - Number(a === first)),
    }
  },
)

/** The actions that have their own column in the role form. */
export const commonActions = ['view', 'create', 'update', 'delete'] as const

/** The permissions in Thai, in the order of the entities: `ใบสมัคร: ดู, เพิ่ม · สาขา: ดู`. Unknown names are kept. */
export function describePermissions(permissions: readonly string[]): string {
  const resources = new Map<string, string>(Object.entries(resourceLabels))
  const actions = new Map<string, string>(Object.entries(actionLabels))
  const known = allPermissions.filter((permission) => permissions.includes(permission))
  const bySubject = new Map<string, string[]>()
  for (const permission of new Set([...known, ...permissions])) {
    const { subject, action } = toAbility(permission)
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), actions.get(action) ?? action])
  }
  return [...bySubject]
    .map(([subject, names]) => `${resources.get(subject) ?? subject}: ${names.join(', ')}`)
    .join(' · ')
}
