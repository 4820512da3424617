/** Sessions and tokens for tests that must not share or end those of other tests. */
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Opens a new session, so that ending it does not affect other tests. */
export async function openSession({ db, services }: TestApp, username: string) {
  const { user_id, session_id } = await db
    .insertInto('session')
    .values((eb) => ({
      user_id: eb.selectFrom('app_user').select('user_id').where('username', '=', username),
      expires_at: '2100-01-01',
    }))
    .returning(['user_id', 'session_id'])
    .executeTakeFirstOrThrow()
  return { user_id, session_id, token: services.tokens.signAccess(user_id, session_id) }
}

/** Calls `sign` with the clock set back by an hour, so that the token has expired. */
export function signAnHourAgo(sign: () => string): string {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  try {
    return sign()
  } finally {
    vi.useRealTimers()
  }
}
