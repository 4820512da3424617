/**
 * Rules for merging two records: which values are kept, and when the records belong to two people.
 */
import {
  type CustomerRow,
  customerFields,
  identityProblem,
  personProblems,
} from '@khapdee/contract/entities/customer'
import type { MergedField } from '@khapdee/contract/entities/customer-merge'
import { isThaiIdNumber } from '@khapdee/domain/id-card'
import { changesOf } from '../../kernel/audit.ts'
import type { StoredCustomer } from './stored-customer.ts'

const fieldNames = Object.keys(customerFields) as MergedField[]

type Fields = Pick<CustomerRow, MergedField>

export const editableFieldsOf = (stored: StoredCustomer, names = fieldNames): Fields =>
  // Safe: every field of the contract is a column.
  Object.fromEntries(names.map((name) => [name, stored[name]])) as Fields

/** Why a merge is refused: the code of the error and its Thai message. */
interface MergeRefusal {
  code: 'TWO_PERSONS' | 'STATE'
  message: string
}

const twoPersons = (message: string): MergeRefusal => ({ code: 'TWO_PERSONS', message })
const wrongState = (message: string): MergeRefusal => ({ code: 'STATE', message })

/**
 * The reason to refuse merging `other` into `customer`, or null. A Thai ID number never changes, so two different valid
 * numbers belong to two people. A walk-in belongs to one branch and has no exam rights, so only a walk-in of
 * the same branch can be merged into it.
 */
export function mergeRefusal(customer: StoredCustomer, other: StoredCustomer): MergeRefusal | null {
  const { idcard } = customer
  if (customer.customer_id === other.customer_id) return twoPersons('เป็นผู้สมัครรายการเดียวกัน')
  if (idcard !== other.idcard && isThaiIdNumber(idcard) && isThaiIdNumber(other.idcard)) {
    return twoPersons('รวมไม่ได้ เพราะเลขประจำตัวประชาชนของทั้งสองรายการถูกต้องและต่างกัน จึงเป็นคนละคน')
  }
  if (!customer.is_walk_in) return null
  if (!other.is_walk_in) {
    return wrongState('รวมไม่ได้ เพราะรายการที่เก็บไว้เป็นลูกค้าทั่วไป กรุณาเก็บรายการที่มีเลขประจำตัวไว้แทน')
  }
  if (customer.branch_id !== other.branch_id) {
    return wrongState('รวมไม่ได้ เพราะทั้งสองรายการเป็นลูกค้าทั่วไปของคนละสาขา')
  }
  return null
}

/**
 * The problems of the merged fields of a customer. The kept record may keep a problem that it already has: records stored
 * before numbers were required lack one, and walk-ins need none.
 */
export function mergeProblems(customer: StoredCustomer, fields: Fields) {
  if (customer.is_walk_in) return []
  const earlier = new Set(personProblems(customer).map(({ field }) => field))
  return personProblems(fields).filter(({ field }) => !earlier.has(field))
}

/** Fields whose values differ. */
const differing = (customer: StoredCustomer, other: StoredCustomer) =>
  Object.keys(changesOf(editableFieldsOf(customer), editableFieldsOf(other)).after) as MergedField[]

/**
 * The fields that differ, each with the record whose value is suggested: the kept one, unless its value
 * is empty or its nationality does not fit the numbers.
 */
export function mergeChoices(customer: StoredCustomer, other: StoredCustomer) {
  const numbers = {
    idcard: customer.idcard || other.idcard,
    passport: customer.passport || other.passport,
  }
  const fits = ({ is_foreigner }: StoredCustomer) =>
    identityProblem({ is_foreigner, ...numbers }) === null
  const prefersOther = (field: MergedField) =>
    field === 'is_foreigner'
      ? fits(other) && !fits(customer)
      : customer[field] === '' || customer[field] === null
  return differing(customer, other).map((field) => ({
    field,
    suggested: prefersOther(field) ? ('other' as const) : ('customer' as const),
  }))
}

/**
 * The editable fields of the kept record after the merge; `take` names those taken from the other.
 */
export const mergedFields = (
  customer: StoredCustomer,
  other: StoredCustomer,
  take: readonly MergedField[],
): Fields => ({ ...editableFieldsOf(customer), ...editableFieldsOf(other, [...new Set(take)]) })

/** The privacy notice of the kept record after the merge: the later of the two. */
export function laterNotice(customer: StoredCustomer, other: StoredCustomer) {
  const isOtherLater = (other.privacy_notice_at ?? '') > (customer.privacy_notice_at ?? '')
  const { privacy_notice_at, privacy_notice_version, privacy_notice_by } = isOtherLater
    ? other
    : customer
  return { privacy_notice_at, privacy_notice_version, privacy_notice_by }
}
