/** The environment of a soak part: a migrated database with a small school, and working clerks. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { user } from '@khapdee/contract/entities/user'
import { type Kysely, sql } from 'kysely'
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import type { DB } from '../apps/server/src/db/types.ts'
import { apiBase } from '../apps/server/src/kernel/mount.ts'
import { demoPassword } from '../apps/server/src/modules/user/passwords.ts'
import { seedRoles } from '../apps/server/src/seed/roles.ts'
import { type TestSchool, makeSchool } from '../apps/server/test/make/school.ts'
import { type BranchState, runClerk } from './clerk.ts'
import { rollbackKeyPrefix } from './send-until-settled.ts'
import { type Ledger, createLedger } from './ledger.ts'

/**
 * Rolls a transaction back at its last statement, which stores the answer, after rows, document numbers
 * and audit entries were written. The error code is that of a cancelled statement.
 */
const rollbackTrigger = sql`
  create function soak_rollback() returns trigger language plpgsql as $$
    begin raise exception 'rolled back for the soak' using errcode = '57014'; end $$;
  create trigger soak_rollback before update on idempotency_key for each row
    when (new.key::text like ${sql.lit(`${rollbackKeyPrefix}%`)}) execute function soak_rollback()`

/** Runs `work` with a Kysely instance on `url`, which is closed afterwards. */
export async function withDb<T>(url: string, work: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  const db = createDb(createPool(url), { namedStatements: false })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Migrates the database, creates a school with two branches, and installs the rollback trigger. */
export async function prepareDatabase(url: string): Promise<TestSchool> {
  await migrate(url)
  return withDb(url, async (db) => {
    await seedRoles(db)
    const school = await makeSchool(db)
    await rollbackTrigger.execute(db)
    return school
  })
}

const usernames = ['kkn', 'bpi'].flatMap((branch) =>
  ['registrar', 'cashier', 'manager'].map((role) => `${role}.${branch}`),
)

/** Returns the user name with the value of its `Authorization` header. */
async function signIn(
  origin: string,
  username: string,
): Promise<[username: string, authorization: string]> {
  const answer = await fetch(`${origin}${apiBase}/${user.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  const { data } = (await answer.json()) as { data: OutputOf<typeof user.login>['data'] }
  return [username, `Bearer ${data.accessToken}`]
}

export interface Shift {
  readonly ledger: Ledger
  /** Stops the clerks; resolves when their current actions are finished. */
  end(): Promise<void>
}

/** Starts `clerks` simulated clerks against the server, half of them in each branch. */
export async function startShift(
  origin: string,
  school: TestSchool,
  clerks: number,
): Promise<Shift> {
  const ledger = createLedger()
  const tokens = new Map(await Promise.all(usernames.map((name) => signIn(origin, name))))
  const client = { origin, ledger, authorizationOf: (name: string) => tokens.get(name) ?? '' }
  const branchStates: BranchState[] = [
    { branch: 'KKN', openApplications: [], isClosing: false },
    { branch: 'BPI', openApplications: [], isClosing: false },
  ]
  const stopping = new AbortController()
  const working = Promise.all(
    Array.from({ length: clerks / branchStates.length }, () =>
      branchStates.map((state) => runClerk({ client, school, state }, stopping.signal)),
    ).flat(),
  )
  return {
    ledger,
    async end() {
      stopping.abort()
      await working
    },
  }
}
