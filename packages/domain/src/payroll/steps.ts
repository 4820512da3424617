/**
 * The steps of a person's month from draft to paid: the conditions for taking them, and their
 * effects. Source: product specification, sections 10 and 10b; rules of payroll, section 5.
 */
import type { Tone } from '../tone.ts'
import { stateWords, actionWords, answerMessages } from '../words.ts'

export const payrollStatuses = {
  draft: { label: 'ร่าง', tone: 'muted' },
  submitted: { label: 'รอตรวจสอบ', tone: 'warn' },
  confirmed: { label: stateWords.waitingForApproval, tone: 'accent' },
  approved: { label: stateWords.approved, tone: 'ok' },
  paid: { label: 'จ่ายแล้ว', tone: 'info' },
  returned: { label: 'ส่งกลับแก้ไข', tone: 'danger' },
  void: { label: stateWords.void, tone: 'danger' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type PayrollStatus = keyof typeof payrollStatuses

/** The steps: their source and target statuses, their permission, and their other requirements. */
export const payrollSteps = {
  save: {
    label: 'บันทึกร่าง',
    from: ['draft', 'returned'],
    to: 'draft',
    permission: 'payroll.update',
    needsNote: false,
    fourEyes: false,
  },
  submit: {
    label: 'ส่งตรวจสอบ',
    from: ['draft', 'returned'],
    to: 'submitted',
    permission: 'payroll.submit',
    needsNote: false,
    fourEyes: false,
  },
  confirm: {
    label: 'ยืนยันยอด',
    from: ['submitted'],
    to: 'confirmed',
    permission: 'payroll.confirm',
    needsNote: false,
    fourEyes: true,
  },
  approve: {
    label: actionWords.approve,
    from: ['confirmed'],
    to: 'approved',
    permission: 'payroll.approve',
    needsNote: false,
    fourEyes: true,
  },
  pay: {
    label: 'บันทึกการจ่าย',
    from: ['approved'],
    to: 'paid',
    permission: 'payroll.pay',
    needsNote: false,
    fourEyes: false,
  },
  return_submitted: {
    label: 'ส่งกลับแก้ไข',
    from: ['submitted'],
    to: 'returned',
    permission: 'payroll.confirm',
    needsNote: true,
    fourEyes: false,
  },
  return_confirmed: {
    label: 'ส่งกลับแก้ไข',
    from: ['confirmed'],
    to: 'returned',
    permission: 'payroll.approve',
    needsNote: true,
    fourEyes: false,
  },
  reopen: {
    label: 'เปิดแก้ไขอีกครั้ง',
    from: ['approved', 'void'],
    to: 'draft',
    permission: 'payroll.approve',
    needsNote: true,
    fourEyes: false,
  },
  void: {
    label: actionWords.cancel,
    from: ['draft', 'returned', 'submitted', 'confirmed'],
    to: 'void',
    permission: 'payroll.approve',
    needsNote: true,
    fourEyes: false,
  },
} as const satisfies Record<
  string,
  {
    label: string
    from: readonly PayrollStatus[]
    to: PayrollStatus
    permission: string
    needsNote: boolean
    fourEyes: boolean
  }
>
export type PayrollStep = keyof typeof payrollSteps

/** The steps that require another user than the submitter, with the status that waits for them. */
export const payrollDecisions = {
  confirm: { label: payrollSteps.confirm.label, status: 'submitted' },
  approve: { label: payrollSteps.approve.label, status: 'confirmed' },
} as const satisfies Partial<Record<PayrollStep, { label: string; status: PayrollStatus }>>
export type PayrollDecision = keyof typeof payrollDecisions

/** The columns of a person's month that the steps read and change. */
export interface PayrollState {
  status: PayrollStatus
  /** The employee who receives the pay. */
  user_id: number
  submitted_by: number | null
  /** Number of times that it was reopened. */
  revision: number
  /** Whether the books are locked on its pay day. */
  is_locked: boolean
}

export interface PayrollActor {
  user_id: number
  permissions: readonly string[]
  /** Exempts from the four-eyes rule and from the rule on one's own pay. */
  may_self_decide: boolean
}

export type StepProblem = {
  code: 'permission' | 'status' | 'own' | 'same_user' | 'note' | 'locked'
  message: string
}

/** The message for a user who tries to change their own pay. */
export const ownPayMessage = 'แก้ไขเงินเดือนของตนเองไม่ได้'

const messages = {
  permission: answerMessages.forbidden,
  note: 'กรุณาระบุเหตุผล',
  locked: 'วันที่จ่ายอยู่ในวันล็อกบัญชี กรุณาเลือกวันที่จ่ายหลังจากนั้น',
  approved: 'รายการนี้อนุมัติแล้ว แก้ไขไม่ได้',
} as const

/** The message for the submitter who tries to decide. */
const sameUserMessages = {
  confirm: 'ผู้ส่งตรวจสอบไม่สามารถยืนยันยอดของตนเองได้',
  approve: 'ผู้ส่งตรวจสอบไม่สามารถอนุมัติรายการของตนเองได้',
} as const

/** Steps that post entries of the books, or reverse them, on the pay day. */
const postingSteps: ReadonlySet<PayrollStep> = new Set(['approve', 'reopen'])

/** Steps with which users change the pay or record its payment; not allowed for their own pay. */
const editingSteps: ReadonlySet<PayrollStep> = new Set(['save', 'submit', 'void'])

/** The Thai message of the first rule that forbids a step; null if it is allowed. */
export function stepProblem(
  state: PayrollState,
  step: PayrollStep,
  actor: PayrollActor,
  note = '',
): StepProblem | null {
  const { from, permission, needsNote, fourEyes } = payrollSteps[step]
  if (!actor.permissions.includes(permission))
    return { code: 'permission', message: messages.permission }
  if (!from.some((status) => status === state.status)) {
    const isFinal = state.status === 'approved' || state.status === 'paid'
    const label = payrollStatuses[state.status].label
    return { code: 'status', message: isFinal ? messages.approved : `รายการนี้มีสถานะ${label}` }
  }
  const isStrict = !actor.may_self_decide
  if (isStrict && state.user_id === actor.user_id && editingSteps.has(step))
    return { code: 'own', message: ownPayMessage }
  if (isStrict && fourEyes && state.submitted_by === actor.user_id)
    return {
      code: 'same_user',
      message: sameUserMessages[step === 'confirm' ? 'confirm' : 'approve'],
    }
  if (needsNote && note.trim() === '') return { code: 'note', message: messages.note }
  // A void month has posted nothing that could be reversed.
  if (state.is_locked && postingSteps.has(step) && state.status !== 'void')
    return { code: 'locked', message: messages.locked }
  return null
}

/**
 * Takes a step.
 * @throws RangeError for a step that {@link stepProblem} forbids
 */
export function takeStep(
  state: PayrollState,
  step: PayrollStep,
  actor: PayrollActor,
  note = '',
): PayrollState {
  const problem = stepProblem(state, step, actor, note)
  if (problem !== null) throw new RangeError(`${step}: ${problem.code}`)
  return {
    ...state,
    status: payrollSteps[step].to,
    submitted_by: step === 'submit' ? actor.user_id : step === 'reopen' ? null : state.submitted_by,
    revision: state.revision + (step === 'reopen' ? 1 : 0),
  }
}

/** Whether the month is submitted or later: `is_payroll` on the wire. */
export const isSubmitted = (status: PayrollStatus): boolean =>
  ['submitted', 'confirmed', 'approved', 'paid'].includes(status)

/** Whether the figures are frozen and the payslip is open: `is_approve` on the wire. */
export const isApproved = (status: PayrollStatus): boolean =>
  status === 'approved' || status === 'paid'

/** The statuses of the filter ค้างจ่าย: not yet paid. */
export const outstandingStatuses = [
  'draft',
  'submitted',
  'confirmed',
  'approved',
  'returned',
] as const satisfies PayrollStatus[]
