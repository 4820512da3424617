import { accountLock } from '@khapdee/contract/entities/account-lock'
import { lockDayTitle } from '@khapdee/domain/account-lock'
import { type Day, addDays, formatDay } from '@khapdee/domain/thai-date'
import { useEndpoint } from '../api/queries.ts'

interface LockedDays {
  /** The first day that is not locked; undefined when nothing is locked, and until it is known. */
  minDay: Day | undefined
  /** The lock day in words; empty without one. */
  lockNotes: readonly string[]
}

/** The locked days of a branch, for the field of the day of an entry of the books. */
export function useLockedDays(branch_id: number | null): LockedDays {
  const branch = branch_id === null ? {} : { branch: String(branch_id) }
  const { data } = useEndpoint(accountLock.gettable, { page: 1, perPage: 1, ...branch })
  const lockDay = data?.data.find((row) => row.branch_id === branch_id)?.day ?? null
  if (lockDay === null) return { minDay: undefined, lockNotes: [] }
  return { minDay: addDays(lockDay, 1), lockNotes: [`${lockDayTitle} ${formatDay(lockDay)}`] }
}
