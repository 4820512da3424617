/**
 * The stream of changes, by which open screens are updated: `text/event-stream` below the base
 * path, for signed-in users. Each message is `kind branch_id`, or {@link everything}. It contains
 * no data of records: a screen reads its data again.
 */
import type { Permission } from '@khapdee/domain/permissions'

/** Path of the stream below /api/v1. */
export const livePath = 'live'

/**
 * The kinds of records whose changes are streamed, with the permission to see them. A kind is the first path segment of the
 * endpoints that read the records. Triggers of the database announce them, see `announce_change()`.
 */
export const liveKinds = {
  exam: 'exam.view',
  'exam-session': 'exam.view',
  /** A card was inserted; the message has the id of the reader after the branch. */
  'card-reader': 'application.create',
} as const satisfies Record<string, Permission>

export type LiveKind = keyof typeof liveKinds

export const isLiveKind = (text: string): text is LiveKind => Object.hasOwn(liveKinds, text)

/** The message that changes may have been missed. It is also the first message of every stream. */
export const everything = '*'

/**
 * A stream without any bytes for this long is considered lost; the server sends some more often. In
 * milliseconds.
 */
export const maxSilenceMs = 45_000
