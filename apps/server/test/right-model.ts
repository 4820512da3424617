/**
 * A model of an exam right from grant to end, for right-model.test.ts: plain data and the rules of
 * product specification, sections
 * 6.2b and 4c.6, implemented independently. Days are counted from the day of the grant. The branch
 *   allows {@link maxMoves} moves, requires {@link gap} days after a fail, and full payment.
 */

export const rightDays = 30
export const maxMoves = 2
export const gap = 3

export type ModelResult = 'pass' | 'fail' | 'incomplete' | 'absent'

/** The application of a fee for the right. */
export interface ModelFee {
  use: 'retake' | 'extend'
  open: boolean
  /** Whether it was paid in full; otherwise half of it is owed. */
  paid: boolean
  /** The day that is booked once the fee is paid; null for an extension. */
  wish: number | null
  /** The days by which it extends; 0 for a retake. */
  days: number
  /** Whether it has extended the right. */
  extended: boolean
}

interface ModelBooking {
  day: number
  /** Index of the fee that pays for the booking; null if none does. */
  fee: number | null
}

export interface RightModel {
  today: number
  last: number
  disabled: boolean
  used: boolean
  forfeited: boolean
  /** Whether the line that granted the right has ended. */
  ended: boolean
  booking: ModelBooking | null
  /** The exams with a result, in order. */
  exams: (ModelBooking & { result: ModelResult })[]
  moves: number
  /** Whether the candidate cancelled the last booking and books again. */
  rebooks: boolean
  fees: ModelFee[]
  /** The events of the ledger, in order. */
  ledger: string[]
  /** Whether a no-show ends the right. */
  spends: boolean
}

/** How an application ends. */
export type Ending = 'refund' | 'end' | 'cancel'

export type RightStep =
  | { do: 'wait'; days: number }
  | { do: 'book' | 'move'; in: number }
  | { do: 'cancel' }
  | { do: 'result'; result: ModelResult }
  | { do: 'retake'; in: number; paid: boolean }
  | { do: 'extend'; days: number; fee: 'free' | 'paid' | 'owed' }
  | { do: 'disable' | 'enable' }
  | { do: 'payFee'; fee: number }
  | { do: 'endFee'; fee: number; how: Ending }
  | { do: 'endGrant'; how: Ending }

export const newRight = (spends: boolean): RightModel => ({
  today: 0,
  last: rightDays,
  disabled: false,
  used: false,
  forfeited: false,
  ended: false,
  booking: null,
  exams: [],
  moves: 0,
  rebooks: false,
  fees: [],
  ledger: ['granted'],
  spends,
})

const wasSat = (result: ModelResult) => result !== 'absent'

/** Why the right cannot be booked on a day, or null. */
function dayRefusal(right: RightModel, day: number): string | null {
  const { today, last, exams, fees } = right
  if (right.used) return 'RIGHT_USED'
  if (right.forfeited) return 'RIGHT_FORFEITED'
  if (right.disabled) return 'RIGHT_DISABLED'
  if (today > last) return 'RIGHT_EXPIRED'
  if (fees.some(({ use, open, paid }) => use === 'retake' && open && !paid)) return 'BALANCE_FIRST'
  if (day < today) return 'PAST_DAY'
  if (day > last) return 'RIGHT_EXPIRED'
  const failed = exams.filter(({ result }) => result === 'fail' || result === 'incomplete')
  return day < Math.max(...failed.map((exam) => exam.day + gap)) ? 'RETAKE_GAP' : null
}

function bookRefusal(right: RightModel, day: number): string | null {
  if (right.booking !== null) return 'ALREADY_BOOKED'
  const refusal = dayRefusal(right, day)
  if (refusal !== null) return refusal
  return right.rebooks && right.moves > maxMoves ? 'MOVES_USED_UP' : null
}

/** The index of the retake fee that pays for the next booking; -1 without one. */
const unusedFee = ({ fees, exams }: RightModel): number =>
  fees.findLastIndex(
    ({ use, open }, fee) => use === 'retake' && open && exams.every((exam) => exam.fee !== fee),
  )

function book(right: RightModel, day: number): void {
  const free = unusedFee(right)
  right.booking = { day, fee: free === -1 ? null : free }
  right.rebooks = false
  right.ledger.push('booked')
}

function unbook(right: RightModel): void {
  if (right.booking === null) return
  right.booking = null
  right.rebooks = false
  right.ledger.push('unbooked')
}

function move(right: RightModel, day: number): string | null {
  const { booking, today, moves } = right
  if (booking === null || booking.day === day) return 'STATE'
  // A booking without a session can be moved without limit once its day has passed.
  const isFree = booking.day < today
  if (!isFree && moves >= maxMoves) return 'MOVES_USED_UP'
  const refusal = dayRefusal(right, day)
  if (refusal !== null) return refusal
  right.booking = { ...booking, day }
  if (!isFree) right.moves++
  right.ledger.push('moved')
  return null
}

function cancel(right: RightModel): string | null {
  if (right.booking === null) return 'STATE'
  const isFree = right.booking.day < right.today
  unbook(right)
  if (isFree) return null
  right.moves++
  right.rebooks = true
  return null
}

/** Records the result of the booking, or corrects that of the last exam. */
function record(right: RightModel, result: ModelResult): string | null {
  const { booking, exams } = right
  const exam = booking ?? exams.at(-1)
  if (exam === undefined) return null
  // Results of an ended line are still corrected.
  if (right.disabled && (booking !== null || !right.ended)) return 'STATE'
  if (exam.day > right.today) return 'STATE'
  // The first result also checks the candidate in, which requires a valid, paid right.
  if (booking !== null && wasSat(result)) {
    if (exam.day > right.last) return 'RIGHT_EXPIRED'
    if (right.fees.some(({ use, open, paid }) => use === 'retake' && open && !paid)) return 'UNPAID'
  }
  if (booking === null) exams.pop()
  exams.push({ ...exam, result })
  right.booking = null
  right.used = result === 'pass'
  right.forfeited = result === 'absent' && right.spends
  right.rebooks = false
  right.ledger.push('result')
  // A right whose line has ended is not reopened.
  if (right.ended && !right.used && !right.disabled) disable(right)
  return null
}

function disable(right: RightModel): void {
  right.disabled = true
  right.ledger.push('disabled')
}

function extendBy(right: RightModel, days: number): void {
  right.last = Math.max(right.today, right.last) + days
  right.ledger.push('extended')
}

const mayExtend = ({ used, forfeited, disabled }: RightModel) => !used && !forfeited && !disabled

function extend(right: RightModel, { days, fee }: RightStep & { do: 'extend' }): string | null {
  if (!mayExtend(right)) return 'STATE'
  if (fee !== 'owed') extendBy(right, days)
  if (fee === 'free') return null
  const paid = fee === 'paid'
  right.fees.push({ use: 'extend', open: true, paid, wish: null, days, extended: paid })
  return null
}

function retake(right: RightModel, { in: inDays, paid }: RightStep & { do: 'retake' }) {
  const day = right.today + inDays
  if (right.booking === null && unusedFee(right) !== -1) return 'RETAKE_SOLD'
  const refusal = bookRefusal(right, day)
  if (refusal !== null) return refusal
  right.fees.push({ use: 'retake', open: true, paid, wish: day, days: 0, extended: false })
  if (paid) book(right, day)
  return null
}

function payFee(right: RightModel, index: number): string | null {
  const fee = right.fees[index]
  if (fee === undefined || fee.paid || !fee.open) return null
  fee.paid = true
  if (fee.use === 'extend' && mayExtend(right)) {
    fee.extended = true
    extendBy(right, fee.days)
  }
  // A payment is accepted even if its day can no longer be booked.
  if (fee.wish !== null) {
    if (bookRefusal(right, fee.wish) === null) book(right, fee.wish)
    else right.ledger.push('wish_refused')
  }
  return null
}

function endFee(right: RightModel, { fee: index, how }: RightStep & { do: 'endFee' }) {
  const fee = right.fees[index]
  if (fee === undefined || !fee.open) return null
  const isSat = right.exams.some((exam) => exam.fee === index && wasSat(exam.result))
  if (how === 'cancel' && isSat) return 'EXAM_SAT'
  fee.open = false
  if (fee.extended && right.last > right.today) {
    right.last = Math.max(right.today, right.last - fee.days)
    right.ledger.push('shortened')
  }
  if (right.booking?.fee === index) unbook(right)
  return null
}

function endGrant(right: RightModel, how: Ending): string | null {
  if (right.ended) return null
  if (how === 'cancel' && right.exams.some(({ result }) => wasSat(result))) return 'EXAM_SAT'
  right.ended = true
  unbook(right)
  if (!right.used) disable(right)
  return null
}

/** Applies a step. @returns null, or the error code if the step is refused, which changes nothing */
export function applyRightStep(right: RightModel, step: RightStep): string | null {
  const { used, forfeited, disabled, ended, today } = right
  switch (step.do) {
    case 'wait':
      right.today += step.days
      return null
    case 'book': {
      const refusal = bookRefusal(right, today + step.in)
      if (refusal === null) book(right, today + step.in)
      return refusal
    }
    case 'move':
      return move(right, today + step.in)
    case 'cancel':
      return cancel(right)
    case 'result':
      return record(right, step.result)
    case 'retake':
      return retake(right, step)
    case 'extend':
      return extend(right, step)
    case 'disable':
      if (used || forfeited || disabled) return 'STATE'
      unbook(right)
      disable(right)
      return null
    case 'enable':
      if (!disabled || used || forfeited || ended) return 'STATE'
      right.disabled = false
      right.ledger.push('enabled')
      return null
    case 'payFee':
      return payFee(right, step.fee)
    case 'endFee':
      return endFee(right, step)
    case 'endGrant':
      return endGrant(right, step.how)
  }
}
