/**
 * Streams changes to open screens as server-sent events. The database announces each change to
 * every server, which sends it to the viewers that may see it. A message names a kind of record and
 * a branch; the screen then reads its data again. A viewer that may have missed changes gets a
 * message to read everything again; no history is kept.
 */
import { type LiveKind, everything, isLiveKind } from '@khapdee/contract/live'
import type { FastifyReply } from 'fastify'
import type { ChangeListener } from './change-listener.ts'
import { AppError } from './errors.ts'
import { endEventStream, heartbeat, message, openEventStream } from './event-stream.ts'

/** The reader of a stream. */
export interface Viewer {
  /** Identifies the session or link of the viewer, whose streams are limited in number. */
  key: string
  sees(kind: LiveKind, branchId: number): boolean
  /** Whether the stream may continue; checked after changes of rights and at every heartbeat. */
  isAllowed(): Promise<boolean>
  /**
   * The text that is sent to the viewer instead of the name of a change, on one line; null ends the
   * stream. For viewers that cannot read the content by a call.
   */
  read?(): Promise<string | null>
  /** The last message of a stream that {@link Viewer.read} ends. */
  closingMessage?: string
}

export interface Live {
  /**
   * Answers a request with the stream of a viewer, which ends when the client disconnects or {@link Viewer.isAllowed} fails.
   * @throws TOO_MANY when the viewer or the server has too many streams
   */
  stream(reply: FastifyReply, viewer: Viewer): void
  /** Ends all streams. */
  close(): void
}

interface LiveOptions {
  /** Interval of heartbeats, which keep proxies from closing a silent connection. */
  heartbeatMs?: number
  /** Time for which changes are collected, so that a burst of them is one message. */
  collectMs?: number
}

interface Stream {
  viewer: Viewer
  /** Sends a message; while the client does not read, notes instead that it has missed some. */
  send(text: string): void
  /** Ends a stream whose client has not read for a heartbeat, otherwise sends one. */
  beat(): void
  end(): void
}

/** A browser opens one stream per visible tab. */
const maxPerViewer = 20
const maxStreams = 2000
/** Minimum time between two checks of all viewers, because rights may change many times a second. */
const minCheckMs = 2000

/** @returns null when the client has disconnected already */
function openStream(reply: FastifyReply, viewer: Viewer): Stream | null {
  const { raw } = reply
  /** Whether the client reads too slowly, so that the connection's buffer is full. */
  let isFull = false
  let hasMissed = false
  let wasFullAtLastBeat = false
  const write = (text: string) => {
    if (!raw.writableEnded) isFull = !raw.write(text)
  }
  /** Whether the content of the viewer is being read, and whether it changes meanwhile. */
  let isReading = false
  let hasChanged = false
  const sendContent = async (read: () => Promise<string | null>) => {
    hasChanged = true
    if (isReading) return
    isReading = true
    while (hasChanged) {
      hasChanged = false
      // While the database is unreachable, the viewer keeps its content; the next heartbeat reads again.
      const content = await read().catch(() => undefined)
      if (content === null) {
        if (viewer.closingMessage !== undefined) write(message(viewer.closingMessage))
        stream.end()
      } else if (content !== undefined) write(message(content))
    }
    isReading = false
  }
  const tell = (text: string) => {
    if (viewer.read === undefined) write(text)
    else void sendContent(viewer.read)
  }
  const stream: Stream = {
    viewer,
    send(text) {
      if (isFull) hasMissed = true
      else tell(text)
    },
    beat() {
      if (isFull && wasFullAtLastBeat) raw.destroy()
      else if (!isFull) write(heartbeat)
      wasFullAtLastBeat = isFull
    },
    end: () => endEventStream(raw),
  }
  raw.on('drain', () => {
    isFull = false
    if (!hasMissed) return
    hasMissed = false
    tell(message(everything))
  })
  if (openEventStream(reply) === null) return null
  tell(message(everything))
  return stream
}

export function createLive(
  changes: ChangeListener,
  { heartbeatMs = 20_000, collectMs = 50 }: LiveOptions = {},
): Live {
  const streams = new Set<Stream>()
  /** Announcements that have not been sent yet, each `kind branch_id`. */
  const collected = new Set<string>()
  let sending: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined
  let checkedAt = -Infinity

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.end()
  }
  const sendToAll = (text: string) => {
    for (const stream of streams) stream.send(text)
  }

  const sendCollected = () => {
    sending = undefined
    for (const change of collected) {
      const [kind = '', branch] = change.split(' ')
      if (!isLiveKind(kind)) continue
      const text = message(change)
      for (const stream of streams) {
        if (stream.viewer.sees(kind, Number(branch))) stream.send(text)
      }
    }
    collected.clear()
  }

  const checkAll = async () => {
    checking = undefined
    checkedAt = performance.now()
    for (const stream of streams) {
      // An unreachable database ends no stream; the next heartbeat checks again.
      const isAllowed = await stream.viewer.isAllowed().catch(() => true)
      if (!isAllowed) end(stream)
    }
  }
  const checkSoon = () => {
    const wait = Math.max(0, checkedAt + minCheckMs - performance.now())
    checking ??= setTimeout(() => void checkAll(), wait).unref()
  }

  changes.on('live', (change) => {
    collected.add(change)
    sending ??= setTimeout(sendCollected, collectMs).unref()
  })
  changes.on('access_changed', checkSoon)
  changes.onGap(() => {
    checkSoon()
    if (changes.isListening()) sendToAll(message(everything))
  })
  const beating = setInterval(() => {
    checkSoon()
    // While changes are not received, the screens are refreshed at this interval instead.
    if (!changes.isListening()) sendToAll(message(everything))
    for (const stream of streams) stream.beat()
  }, heartbeatMs).unref()

  return {
    stream(reply, viewer) {
      const ofViewer = [...streams].filter((stream) => stream.viewer.key === viewer.key)
      if (ofViewer.length >= maxPerViewer || streams.size >= maxStreams) {
        throw new AppError('TOO_MANY', 'เปิดหน้าจอที่อัปเดตเองพร้อมกันมากเกินไป', 429)
      }
      const stream = openStream(reply, viewer)
      if (stream === null) return
      streams.add(stream)
      reply.raw.once('close', () => void streams.delete(stream))
    },
    close() {
      clearInterval(beating)
      clearTimeout(sending)
      clearTimeout(checking)
      for (const stream of streams) end(stream)
    },
  }
}
