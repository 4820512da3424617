/**
 * Agrees among all servers which stream of a reader was opened last. Earlier streams of the same program are lost connections.
 * Streams of another program come from another computer with the same key: they are ended, so that cards of two counters are
 * never mixed up.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'

const opened = z.object({
  id: z.uuid(),
  /** Milliseconds by the clock of the database, which all servers share. */
  openedAt: z.number(),
  /** The start of the program that opened it; empty for programs that name none. */
  instance: z.string().default(''),
})
export type OpenedStream = z.output<typeof opened>

/** The notices that servers exchange. They may arrive in any order, or get lost. */
export const streamNotices = [
  opened.extend({
    type: z.literal('connected'),
    reader: z.number(),
    /** The server to which it is connected; servers of the previous version do not send it. */
    server: z.uuid().optional(),
  }),
  z.object({ type: z.literal('disconnected'), reader: z.number(), id: z.uuid() }),
] as const
export type StreamNotice = z.output<(typeof streamNotices)[number]>

const isLater = (stream: OpenedStream, other: OpenedStream | undefined) =>
  other === undefined ||
  stream.openedAt > other.openedAt ||
  (stream.openedAt === other.openedAt && stream.id > other.id)

export interface LatestStreams {
  /** Adds a stream that was opened on this server. */
  open(reader: number, stream: OpenedStream): void
  /** Removes a stream of this server; an unknown one is ignored. */
  close(reader: number, id: string): void
  /** Handles a notice of any server, also of this one. */
  receive(notice: StreamNotice): void
  /**
   * To be called after notices were lost: forgets all latest streams, and announces those of this server, so that a server with a
   * later one announces it again.
   */
  resync(): void
  /** Forgets the latest stream of a reader if it is this one, because no server has it. */
  forget(reader: number, id: string): void
  /** The stream of the reader that was opened last, on whichever server it is. */
  latest(reader: number): OpenedStream | undefined
}

interface Options {
  /** Sends a notice to all servers, also to this one. */
  notify: (notice: StreamNotice) => void
  /** Ends a stream of this server, which is removed already, because another program uses the key. */
  replace: (id: string) => void
}

export function createLatestStreams({ notify, replace }: Options): LatestStreams {
  const server = randomUUID()
  const own = new Map<number, readonly OpenedStream[]>()
  const known = new Map<number, OpenedStream>()

  const keep = (reader: number, streams: readonly OpenedStream[]) => {
    if (streams.length > 0) own.set(reader, streams)
    else own.delete(reader)
  }
  /** Stores the latest stream, and ends the streams of this server that are of another program. */
  const setLatest = (reader: number, latest: OpenedStream) => {
    known.set(reader, latest)
    const streams = own.get(reader) ?? []
    const isSame = ({ instance }: OpenedStream) => instance === latest.instance
    keep(reader, streams.filter(isSame))
    for (const stream of streams) if (!isSame(stream)) replace(stream.id)
  }
  const announce = (reader: number) => {
    const newest = own.get(reader)?.reduce((a, b) => (isLater(b, a) ? b : a))
    if (newest === undefined) return
    if (isLater(newest, known.get(reader))) setLatest(reader, newest)
    notify({ type: 'connected', reader, server, ...newest })
  }
  const forget = (reader: number, id: string) => {
    if (known.get(reader)?.id !== id) return
    known.delete(reader)
    announce(reader)
  }

  return {
    open(reader, stream) {
      keep(reader, [...(own.get(reader) ?? []), stream])
      const latest = known.get(reader)
      if (latest !== undefined && !isLater(stream, latest)) setLatest(reader, latest)
      announce(reader)
    },
    close(reader, id) {
      const streams = own.get(reader) ?? []
      const rest = streams.filter((stream) => stream.id !== id)
      if (rest.length === streams.length) return
      keep(reader, rest)
      notify({ type: 'disconnected', reader, id })
      forget(reader, id)
    },
    receive(notice) {
      const { reader, id } = notice
      if (notice.type === 'disconnected') return forget(reader, id)
      const isOwn = (stream: OpenedStream | undefined) =>
        own.get(reader)?.some((one) => one.id === stream?.id) === true
      const { openedAt, instance } = notice
      const stream = { id, openedAt, instance }
      // Notices overtake each other: the end of this stream may have been received before its start.
      if (notice.server === server && !isOwn(stream)) {
        notify({ type: 'disconnected', reader, id })
        return
      }
      const latest = known.get(reader)
      if (isLater(stream, latest)) setLatest(reader, stream)
      // The other server does not know of the later stream here.
      else if (id !== latest?.id && isOwn(latest)) announce(reader)
    },
    resync() {
      known.clear()
      for (const reader of own.keys()) announce(reader)
    },
    forget,
    latest: (reader) => known.get(reader),
  }
}
