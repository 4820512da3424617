/**
 * Listens for changes that the database announces: of users, roles, branches and sessions, and of what open screens show.
 * A missing notification cannot be distinguished from the absence of changes: behind a pooler that assigns each transaction
 * another connection, LISTEN succeeds without effect. To detect that, the server periodically sends a notification, the
 * heartbeat, through the pool and expects to receive it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { createClient } from '../db/hosts.ts'
import type { DB } from '../db/types.ts'

/**
 * `access_changed`: the name of a table of rights; `live`: a kind of record and a branch, see
 * `announce_change()`; `card_reader`: messages between servers about a card, see `card-relay.ts`.
 */
type Channel = 'access_changed' | 'live' | 'card_reader'
const heartbeatChannel = 'heartbeat'
const listenStatement = ['access_changed', 'live', 'card_reader', heartbeatChannel]
  .map((channel) => `listen ${channel}`)
  .join('; ')
const reconnectMs = 1000
/** Maximum time that the start waits for the first heartbeat; until then nothing is cached. */
const maxInitialWaitMs = 1000

export interface ListenerOptions {
  /** A direct connection to the database. */
  url: string
  /** Interval of heartbeats; a silently lost connection is noticed after two intervals. */
  heartbeatMs?: number
  /** States why notifications are not received; null when they are. */
  report(problem: string | null): void
}

export interface ChangeListener {
  /**
   * The number of servers of the database whose heartbeats are received, including this one; 1
   * while none are received.
   */
  servers(): number
  /** Whether the notification of every change is received. */
  isListening(): boolean
  /** Calls `listener` with the payload of each notification of a channel. */
  on(channel: Channel, listener: (payload: string) => void): void
  /** Calls `listener` whenever changes may have been missed. */
  onGap(listener: () => void): void
  close(): Promise<void>
}

const notReceivedMessage =
  'Changes are not received, so every request reads rights from the database and open screens are refreshed at intervals: the connection of LISTEN_URL or DATABASE_URL is lost, or goes through a pooler; LISTEN_URL must be a direct one'

/** Starts to listen, and waits for the first heartbeat, at most {@link maxInitialWaitMs}. */
export async function listenForChanges(
  db: Kysely<DB>,
  { url, heartbeatMs = 5000, report }: ListenerOptions,
): Promise<ChangeListener> {
  const listeners: { channel: string; listener: (payload: string) => void }[] = []
  const gapListeners: (() => void)[] = []
  let isListening = false
  const closing = new AbortController()
  /** Aborted to end the initial wait, when the first heartbeat has come back or failed. */
  const initialWait = new AbortController()
  /** The heartbeat that has not come back yet. */
  let pendingHeartbeat: string | null = null
  const serverId = randomUUID()
  /** When the last heartbeat of each server was received. */
  const lastHeard = new Map<string, number>()

  const setListening = (isReceiving: boolean) => {
    // Changes may have been missed until now, also when listening has just begun.
    const hasGap = !isReceiving || !isListening
    isListening = isReceiving
    if (hasGap) for (const listener of gapListeners) listener()
    report(isReceiving ? null : notReceivedMessage)
    initialWait.abort()
  }

  /**
   * Sends a heartbeat. It uses the pool, because a pooler may deliver notifications that the listening
   * connection itself sends, but drop all others.
   */
  async function beat(): Promise<void> {
    pendingHeartbeat = `${serverId}/${randomUUID()}`
    await db
      .selectNoFrom(sql`pg_notify(${heartbeatChannel}, ${pendingHeartbeat})`.as('notified'))
      .execute()
  }

  /** Listens until the connection ends or a heartbeat does not come back. */
  async function listen(): Promise<void> {
    const client = createClient(url, {
      application_name: 'khapdee access',
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
    })
    const ending = new AbortController()
    const stop = AbortSignal.any([closing.signal, ending.signal])
    const end = () => {
      if (!stop.aborted) setListening(false)
      ending.abort()
    }
    client.on('error', end)
    client.on('end', end)
    client.on('notification', ({ channel, payload = '' }) => {
      for (const entry of listeners) if (entry.channel === channel) entry.listener(payload)
      if (channel === heartbeatChannel)
        lastHeard.set(payload.split('/')[0] ?? '', performance.now())
      if (stop.aborted || channel !== heartbeatChannel || payload !== pendingHeartbeat) return
      pendingHeartbeat = null
      setListening(true)
    })
    try {
      await client.connect()
      await client.query(listenStatement)
      while (!stop.aborted) {
        beat().catch(end)
        await wait(heartbeatMs, null, { signal: stop, ref: false })
        if (pendingHeartbeat !== null) end()
      }
    } catch {
      end()
    } finally {
      ending.abort()
      await client.end().catch(() => {})
    }
  }

  async function reconnectLoop(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen()
      await wait(reconnectMs, null, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  const listening = reconnectLoop()
  await wait(maxInitialWaitMs, null, { signal: initialWait.signal }).catch(() => {})
  return {
    servers() {
      const since = performance.now() - 3 * heartbeatMs
      for (const [id, at] of lastHeard) if (at < since) lastHeard.delete(id)
      return Math.max(1, lastHeard.size)
    },
    isListening: () => isListening,
    on: (channel, listener) => void listeners.push({ channel, listener }),
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      closing.abort()
      await listening
    },
  }
}
