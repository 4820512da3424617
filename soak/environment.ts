/** A school with its clerks at work, on whatever database a part of the soak wants to break. */
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
import { type Counter, work } from './clerk.ts'
import { doomedPrefix } from './deliver.ts'
import { type Ledger, createLedger } from './ledger.ts'

/**
 * Rolls a transaction back at its very last statement, the storing of the answer, when rows,
 * numbers and audit are all written; and says so as the database does that cancels a statement.
 */
const dooming = sql`
  create function doom() returns trigger language plpgsql as $$
    begin raise exception 'rolled back for the soak' using errcode = '57014'; end $$;
  create trigger doom before update on idempotency_key for each row
    when (new.key::text like ${sql.lit(`${doomedPrefix}%`)}) execute function doom()`

/** Runs `look` on a connection of its own. */
export async function looking<T>(url: string, look: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  const db = createDb(createPool(url), { namedStatements: false })
  try {
    return await look(db)
  } finally {
    await db.destroy()
  }
}

/** Makes the tables and a small school of two branches, and dooms what the clerks mark so. */
export async function prepare(url: string): Promise<TestSchool> {
  await migrate(url)
  return looking(url, async (db) => {
    await seedRoles(db)
    const school = await makeSchool(db)
    await dooming.execute(db)
    return school
  })
}

const usernames = ['kkn', 'bpi'].flatMap((branch) =>
  ['registrar', 'cashier', 'manager'].map((role) => `${role}.${branch}`),
)

async function signIn(origin: string, username: string): Promise<[string, string]> {
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
  /** Has the clerks finish what they have begun. */
  end(): Promise<void>
}

/** Sets `clerks` to work at the server, half of them in each branch. */
export async function startShift(
  origin: string,
  school: TestSchool,
  clerks: number,
): Promise<Shift> {
  const ledger = createLedger()
  const tokens = new Map(await Promise.all(usernames.map((name) => signIn(origin, name))))
  const wire = { origin, ledger, authorizationOf: (name: string) => tokens.get(name) ?? '' }
  const counters: Counter[] = [
    { branch: 'KKN', opened: [], counting: false },
    { branch: 'BPI', opened: [], counting: false },
  ]
  const over = new AbortController()
  const working = Promise.all(
    Array.from({ length: clerks / counters.length }, () =>
      counters.map((counter) => work({ wire, school, counter }, over.signal)),
    ).flat(),
  )
  return {
    ledger,
    async end() {
      over.abort()
      await working
    },
  }
}
