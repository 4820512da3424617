/** Sessions and tokens for tests that must not share or spoil those of others. */
import { vi } from 'vitest'
import type { TestApp } from './app.ts'

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A session of its own, so that ending it ends no other. */
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

/** What is signed by `sign` has expired since. */
export function anHourAgo(sign: () => string): string {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  try {
    return sign()
  } finally {
    vi.useRealTimers()
  }
}
