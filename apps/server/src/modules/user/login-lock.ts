/** Locks accounts whose password is guessed. Source: product specification, section 2. */
import { lockByName } from '../../kernel/advisory-lock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { minutesUntilUnlock } from './login.queries.ts'

const lockMinutes = 15
const maxMisses = { username: 10, address: 100 }

/**
 * Checks that sign-in is not locked. Until the transaction ends, other attempts with this user name wait: concurrent ones
 * would not count each other's failures.
 * @throws LOGIN_LOCKED after too many failed sign-ins with the user name or from the caller's IP address
 */
export async function assertNotLocked(
  { tx, address }: Pick<Context, 'tx' | 'address'>,
  username: string,
): Promise<void> {
  await lockByName(tx, `login ${username}`)
  const { minutes } = await minutesUntilUnlock.one(tx, {
    username,
    address,
    lockMinutes,
    maxMisses,
  })
  if (minutes === 0) return
  throw new AppError('LOGIN_LOCKED', `เข้าสู่ระบบผิดเกินกำหนด กรุณาลองใหม่ใน ${minutes} นาที`, 429)
}

/** Counts a wrong password. The error thrown afterwards must commit the transaction (`commit: true`). */
export async function recordFailedLogin(
  { tx, address, services }: Pick<Context, 'tx' | 'address' | 'services'>,
  username: string,
): Promise<void> {
  services.health.count('failed_sign_ins')
  await tx.insertInto('login_miss').values({ username, address }).execute()
}
