/**
 * A cache of the signed-in users and their rights, in the memory of each server process. The database
 * notifies every process when a user, role, branch or session changes, which empties the cache. While
 * notifications are not received nothing is cached. A writing call compares the version of the rights in its
 * transaction, so it never acts on outdated rights.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'
import { type ActorBranch, sessionActor, userNames } from './access.queries.ts'
import type { ChangeListener } from './change-listener.ts'

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
  /** The version of all rights when these were read. */
  access_version: number
}

/** A user as an option of a filter. */
export interface UserName {
  user_id: number
  name: string
  /** The branches where the user works or recorded something; null for all. */
  branch_ids: readonly number[] | null
}

export interface Access {
  /** The user of a session; null when it has ended or its user may no longer sign in. */
  find(sessionId: string): Promise<Actor | null>
  /** Like `find`, but without the cache, on the given connection. */
  findUncached(db: Kysely<DB>, sessionId: string): Promise<Actor | null>
  /** All users except deleted ones who recorded nothing, in Thai order of first names. */
  users(): Promise<readonly UserName[]>
  /** Empties the cache; called after a command that changed the rights of users. */
  clearCache(): void
}

async function loadActor(db: Kysely<DB>, sessionId: string): Promise<Actor | null> {
  const row = await sessionActor.first(db, sessionId)
  return row === undefined ? null : { ...row, permissions: new Set(row.permissions) }
}

/** Maximum number of cached sessions. */
const maxSessions = 10_000

export function createAccess(db: Kysely<DB>, changes: ChangeListener): Access {
  const actors = new Map<string, Promise<Actor | null>>()
  let users: Promise<readonly UserName[]> | null = null

  const clearCache = () => {
    actors.clear()
    users = null
  }
  changes.on('access_changed', clearCache)
  changes.onGap(clearCache)

  const loadUsers = (): Promise<readonly UserName[]> => userNames.rows(db)

  return {
    findUncached: loadActor,
    find(sessionId) {
      if (!changes.isListening()) return loadActor(db, sessionId)
      let actor = actors.get(sessionId)
      if (actor === undefined) {
        actor = loadActor(db, sessionId)
        if (actors.size >= maxSessions) actors.clear()
        actors.set(sessionId, actor)
        actor.catch(clearCache)
      }
      return actor
    },
    users() {
      if (!changes.isListening()) return loadUsers()
      users ??= loadUsers()
      users.catch(clearCache)
      return users
    },
    clearCache,
  }
}
