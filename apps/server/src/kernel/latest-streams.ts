/**
 * Agrees among all servers which stream of a reader was opened last. Earlier streams are lost, or of another computer with
 * the same key, whose card must not be mixed up with that of the counter.
 */
import { z } from 'zod'

const opened = z.object({
  id: z.uuid(),
  /** Milliseconds by the clock of the database, which all servers share. */
  openedAt: z.number(),
})
export type OpenedStream = z.output<typeof opened>

/** What the servers tell each other, in any order, and not reliably. */
export const streamNotices = [
  opened.extend({ type: z.literal('connected'), reader: z.number() }),
  z.object({ type: z.literal('disconnected'), reader: z.number(), id: z.uuid() }),
] as const
export type StreamNotice = z.output<(typeof streamNotices)[number]>

const isLater = (stream: OpenedStream, other: OpenedStream | undefined) =>
  other === undefined ||
  stream.openedAt > other.openedAt ||
  (stream.openedAt === other.openedAt && stream.id > other.id)

export interface LatestStreams {
  /** Takes up a stream that was opened on this server. */
  open(reader: number, stream: OpenedStream): void
  /** Drops a stream of this server. */
  close(reader: number, id: string): void
  /** Takes a notice of any server, also its own. */
  hear(notice: StreamNotice): void
  /** Forgets what other servers told, some of which was lost; a server that knows of a later stream says so again. */
  relearn(): void
  /** The stream of the reader that was opened last, on whichever server it is. */
  latest(reader: number): OpenedStream | undefined
}

/** @param notify tells all servers */
export function createLatestStreams(notify: (notice: StreamNotice) => void): LatestStreams {
  const own = new Map<number, readonly OpenedStream[]>()
  const known = new Map<number, OpenedStream>()

  const announce = (reader: number) => {
    const newest = own.get(reader)?.reduce((a, b) => (isLater(b, a) ? b : a))
    if (newest === undefined) return
    if (isLater(newest, known.get(reader))) known.set(reader, newest)
    notify({ type: 'connected', reader, ...newest })
  }
  const drop = (reader: number, id: string) => {
    if (known.get(reader)?.id !== id) return
    known.delete(reader)
    announce(reader)
  }

  return {
    open(reader, stream) {
      own.set(reader, [...(own.get(reader) ?? []), stream])
      announce(reader)
    },
    close(reader, id) {
      const rest = own.get(reader)?.filter((stream) => stream.id !== id) ?? []
      if (rest.length > 0) own.set(reader, rest)
      else own.delete(reader)
      notify({ type: 'disconnected', reader, id })
      drop(reader, id)
    },
    hear(notice) {
      const { type, reader, id } = notice
      if (type === 'disconnected') return drop(reader, id)
      const { openedAt } = notice
      const latest = known.get(reader)
      if (isLater({ id, openedAt }, latest)) known.set(reader, { id, openedAt })
      // The other server does not know of the later stream here.
      else if (id !== latest?.id && own.get(reader)?.some((stream) => stream.id === latest?.id))
        announce(reader)
    },
    relearn() {
      known.clear()
      for (const reader of own.keys()) announce(reader)
    },
    latest: (reader) => known.get(reader),
  }
}
