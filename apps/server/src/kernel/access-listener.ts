/**
 * Listens for changes of users, roles, branches and sessions. A connection that hears nothing looks like one on which
 * nothing happens: behind a pooler that assigns each transaction another connection, LISTEN succeeds without effect.
 * So each heartbeat sends a notification through the pool, which must come back.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import type { DB } from '../db/types.ts'

const channel = 'access_changed'
/** Begins the payload of a heartbeat; a change has the name of its table. */
const heartbeatPrefix = 'heartbeat '
const reconnectMs = 1000
/** Maximum time that the start waits for the first heartbeat; until then nothing is cached. */
const firstHeartbeatMs = 1000

export interface ListenerOptions {
  /** A direct connection to the database. */
  url: string
  /** A silently lost connection is noticed after two of these. */
  heartbeatMs?: number
  /** Called at each change, and whenever changes may have been missed. */
  onChange(): void
  /** States why notifications are not received; null when they are. */
  report(problem: string | null): void
}

export interface AccessListener {
  /** Whether the notification of every change is received. */
  isListening(): boolean
  close(): Promise<void>
}

const problem =
  'Changes of rights are not heard, so every request reads them from the database: the connection of LISTEN_URL or DATABASE_URL is lost, or goes through a pooler; LISTEN_URL must be a direct one'

/** Connects, and waits a moment for the first heartbeat. */
export async function listenForAccess(
  db: Kysely<DB>,
  { url, heartbeatMs = 5000, onChange, report }: ListenerOptions,
): Promise<AccessListener> {
  let heard = false
  const closing = new AbortController()
  const attempt = new AbortController()
  /** The heartbeat that has not come back yet. */
  let awaited: string | null = null

  const setHeard = (isListening: boolean) => {
    // Also when it begins: what was cached before may have changed since.
    if (!isListening || !heard) onChange()
    heard = isListening
    report(isListening ? null : problem)
    attempt.abort()
  }

  /** Sends a heartbeat through the pool: on the listening connection, a pooler may deliver what it drops otherwise. */
  async function beat(): Promise<void> {
    awaited = `${heartbeatPrefix}${randomUUID()}`
    await db.selectNoFrom(sql`pg_notify(${channel}, ${awaited})`.as('notified')).execute()
  }

  /** Listens until the connection ends or hears nothing. */
  async function listen(): Promise<void> {
    const client = new Client({
      connectionString: url,
      application_name: 'khapdee access',
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
    })
    const ending = new AbortController()
    const stop = AbortSignal.any([closing.signal, ending.signal])
    const end = () => {
      if (!stop.aborted) setHeard(false)
      ending.abort()
    }
    client.on('error', end)
    client.on('end', end)
    client.on('notification', ({ payload = '' }) => {
      if (!payload.startsWith(heartbeatPrefix)) onChange()
      if (stop.aborted || payload !== awaited) return
      awaited = null
      setHeard(true)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      while (!stop.aborted) {
        beat().catch(end)
        await wait(heartbeatMs, null, { signal: stop, ref: false })
        if (awaited !== null) end()
      }
    } catch {
      end()
    } finally {
      ending.abort()
      await client.end().catch(() => {})
    }
  }

  async function listenAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen()
      await wait(reconnectMs, null, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  const listening = listenAgain()
  await wait(firstHeartbeatMs, null, { signal: attempt.signal }).catch(() => {})
  return {
    isListening: () => heard,
    async close() {
      closing.abort()
      await listening
    },
  }
}
