/**
 * Who is calling and what he may do, kept in memory between requests. The database tells every
 * server process when a user, role, branch or session changes, and all is forgotten; while that
 * line is down nothing is kept, so a change always holds from the next request on.
 */
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { fullUserName, userName } from '../db/user-name.ts'
import type { DB } from '../db/types.ts'

interface Branch {
  branch_id: number
  code: string
  name: string
}

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
  /** Every branch he may work in. */
  branches: readonly Branch[]
}

/** A person as a filter's dropdown needs him. */
export interface Colleague {
  user_id: number
  name: string
  branch_id: number
}

export interface Access {
  /** Null when the session has ended or its user may not sign in any more. */
  find(sessionId: string): Promise<Actor | null>
  /** The same, read afresh through the given connection. */
  load(db: Kysely<DB>, sessionId: string): Promise<Actor | null>
  colleagues(): Promise<readonly Colleague[]>
  /** Forgets everything; called after a command that changed who may do what. */
  forget(): void
  close(): Promise<void>
}

async function loadActor(db: Kysely<DB>, sessionId: string): Promise<Actor | null> {
  const { rows } = await sql<Omit<Actor, 'permissions'> & { permissions: string[] }>`
    select u.user_id, s.session_id, u.username, ${fullUserName('u')} as name,
      u.role_id, r.all_branches, r.may_self_decide, u.must_change_password, u.branch_id,
      array(select p.permission from role_permission p where p.role_id = u.role_id) as permissions,
      (select coalesce(json_agg(json_build_object('branch_id', b.branch_id, 'code', b.code, 'name', b.name)
          order by b.branch_id), '[]')
        from branch b
        where not b.is_delete and (r.all_branches or b.branch_id = u.branch_id or exists
          (select from user_branch ub where ub.user_id = u.user_id and ub.branch_id = b.branch_id))
      ) as branches
    from session s join app_user u using (user_id) join role r using (role_id)
    where s.session_id = ${sessionId} and s.revoked_at is null and s.expires_at > now()
      and u.is_active and not u.is_delete`.execute(db)
  const row = rows[0]
  return row === undefined ? null : { ...row, permissions: new Set(row.permissions) }
}

const mostSessions = 10_000
const reconnectMs = 1000
/** A line that was cut without a word is noticed after two of these. */
const heartbeatMs = 5000

export async function createAccess(db: Kysely<DB>, databaseUrl: string): Promise<Access> {
  const actors = new Map<string, Promise<Actor | null>>()
  let colleagues: Promise<readonly Colleague[]> | null = null
  let listener: Client | null = null
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const forget = () => {
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
    const lost = () => {
      if (listener === client) {
        listener = null
        client.end().catch(() => {})
      }
      forget()
      if (closed || retry !== undefined) return
      retry = setTimeout(() => {
        retry = undefined
        void listen()
      }, reconnectMs)
      retry.unref()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', forget)
    try {
      await client.connect()
      await client.query('listen access_changed')
      forget()
      listener = client
      const heartbeat = setInterval(() => client.query('select').catch(lost), heartbeatMs)
      heartbeat.unref()
      client.once('end', () => clearInterval(heartbeat))
    } catch {
      lost()
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
        if (actors.size >= mostSessions) actors.clear()
        actors.set(sessionId, actor)
        actor.catch(forget)
      }
      return actor
    },
    colleagues() {
      if (listener === null) return loadColleagues()
      colleagues ??= loadColleagues()
      colleagues.catch(forget)
      return colleagues
    },
    forget,
    async close() {
      closed = true
      clearTimeout(retry)
      await listener?.end()
    },
  }
}
