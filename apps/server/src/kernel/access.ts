/**
 * A cache of the signed-in users and their rights, in the memory of each server process. The database
 * notifies every process when a user, role, branch or session changes, which empties the cache. While
 * the listening connection is lost, nothing is cached, so a change takes effect at the next request.
 */
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { userName } from '../db/user-name.ts'
import type { DB } from '../db/types.ts'
import { type ActorBranch, sessionActor } from './access.queries.ts'

export interface Actor {
  user_id: number
  session_id: string
  username: string
  /** Prefix, first and last name, as printed on receipts. */
  name: string
  role_id: number
  permissions: ReadonlySet<string>
  all_branches: boolean
  may_self_decide: boolean
  must_change_password: boolean
  /** The home branch. */
  branch_id: number
  /** Every branch in which the user may work. */
  branches: readonly ActorBranch[]
}

/** A user as an option of a filter. */
export interface Colleague {
  user_id: number
  name: string
  branch_id: number
}

export interface Access {
  /** The user of a session; null when it has ended or its user may no longer sign in. */
  find(sessionId: string): Promise<Actor | null>
  /** Like `find`, but without the cache, on the given connection. */
  load(db: Kysely<DB>, sessionId: string): Promise<Actor | null>
  /** All users that are not deleted, in Thai order of first names. */
  colleagues(): Promise<readonly Colleague[]>
  /** Empties the cache; called after a command that changed the rights of users. */
  clearCache(): void
  close(): Promise<void>
}

async function loadActor(db: Kysely<DB>, sessionId: string): Promise<Actor | null> {
  const row = await sessionActor.first(db, sessionId)
  return row === undefined ? null : { ...row, permissions: new Set(row.permissions) }
}

/** Maximum number of cached sessions. */
const maxSessions = 10_000
const reconnectMs = 1000
/** A silently lost connection is detected after two intervals. */
const heartbeatMs = 5000

export async function createAccess(db: Kysely<DB>, databaseUrl: string): Promise<Access> {
  const actors = new Map<string, Promise<Actor | null>>()
  let colleagues: Promise<readonly Colleague[]> | null = null
  let listener: Client | null = null
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const clearCache = () => {
    actors.clear()
    colleagues = null
  }

  async function listen(): Promise<void> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'khapdee access',
      keepAlive: true,
      query_timeout: heartbeatMs,
    })
    const onLost = () => {
      if (listener === client) {
        listener = null
        client.end().catch(() => {})
      }
      clearCache()
      if (closed || retry !== undefined) return
      retry = setTimeout(() => {
        retry = undefined
        void listen()
      }, reconnectMs)
      retry.unref()
    }
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', clearCache)
    try {
      await client.connect()
      await client.query('listen access_changed')
      clearCache()
      listener = client
      const heartbeat = setInterval(() => client.query('select').catch(onLost), heartbeatMs)
      heartbeat.unref()
      client.once('end', () => clearInterval(heartbeat))
    } catch {
      onLost()
    }
  }
  await listen()

  const loadColleagues = async (): Promise<readonly Colleague[]> =>
    db
      .selectFrom('app_user')
      .select(['user_id', 'branch_id', userName('app_user').as('name')])
      .where('is_delete', '=', false)
      .orderBy(sql`fname collate thai`)
      .execute()

  return {
    load: loadActor,
    find(sessionId) {
      if (listener === null) return loadActor(db, sessionId)
      let actor = actors.get(sessionId)
      if (actor === undefined) {
        actor = loadActor(db, sessionId)
        if (actors.size >= maxSessions) actors.clear()
        actors.set(sessionId, actor)
        actor.catch(clearCache)
      }
      return actor
    },
    colleagues() {
      if (listener === null) return loadColleagues()
      colleagues ??= loadColleagues()
      colleagues.catch(clearCache)
      return colleagues
    },
    clearCache,
    async close() {
      closed = true
      clearTimeout(retry)
      await listener?.end()
    },
  }
}
