/** Links by which people who left open their documents. Source: product specification, section 10b.12. */
import { entities } from '../entities.ts'
import type { Tone } from '../tone.ts'
import { stateWords } from '../words.ts'

export const leaverLinkTitle = entities.leaver_link.label

export const leaverLinkStates = {
  open: { label: stateWords.valid, tone: 'ok' },
  expired: { label: 'หมดอายุ', tone: 'muted' },
  locked: { label: 'ล็อกเพราะรหัสผ่านผิด', tone: 'danger' },
  revoked: { label: stateWords.cancelled, tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: Tone }>
export type LeaverLinkState = keyof typeof leaverLinkStates

/** The number of wrong passwords after which a link is locked. */
export const maxLeaverFailures = 5

/** @param now ISO 8601 in UTC, like the other times */
export function leaverLinkState(
  link: { expires_at: string; failures: number; revoked_at: string | null },
  now: string,
): LeaverLinkState {
  if (link.revoked_at !== null) return 'revoked'
  if (link.failures >= maxLeaverFailures) return 'locked'
  return Date.parse(link.expires_at) <= Date.parse(now) ? 'expired' : 'open'
}
