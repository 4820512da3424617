/** The environment of a soak part: a migrated database with a small school, and working clerks. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { user } from '@khapdee/contract/entities/user'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import { type Kysely, sql } from 'kysely'
import { createDb, createPool } from '../apps/server/src/db/client.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import type { DB } from '../apps/server/src/db/types.ts'
import { apiBase } from '../apps/server/src/kernel/mount.ts'
import { demoPassword } from '../apps/server/src/modules/user/passwords.ts'
import { seedRoles } from '../apps/server/src/seed/roles.ts'
import { type TestSchool, makeSchool } from '../apps/server/test/make/school.ts'
import { type BranchState, runClerk } from './clerk.ts'
import { type SoakSession, runExamClerk } from './exam-clerk.ts'
import { type Client, callUntilAnswered, rollbackKeyPrefix } from './send-until-settled.ts'
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

const branches = ['KKN', 'BPI'] as const
const sessionsPerBranch = 3
const seatsPerSession = 1

/**
 * Creates theory sessions of the next days in each branch, with fewer seats than the exam clerks
 * try to book.
 */
async function createSessions(client: Client, school: TestSchool) {
  const sessions = new Map<BranchState['branch'], SoakSession[]>()
  const today = todayInBangkok(new Date())
  for (const branch of branches) {
    const created: SoakSession[] = []
    for (let n = 1; n <= sessionsPerBranch; n++) {
      const date = addDays(today, n)
      const answer = await callUntilAnswered(client, {
        endpoint: examSession.create,
        as: `manager.${branch.toLowerCase()}`,
        body: {
          branch_id: school.branch[branch],
          kind: 'theory',
          licence_types: ['car'],
          date,
          start_time: '09:00',
          end_time: '12:00',
          capacity: seatsPerSession,
        },
      })
      for (const exam_session_id of answer?.data.exam_session_ids ?? [])
        created.push({ exam_session_id, exam_date: date })
    }
    sessions.set(branch, created)
  }
  return sessions
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

const usernames = [
  'admin',
  'accountant',
  ...['kkn', 'bpi'].flatMap((branch) =>
    ['registrar', 'cashier', 'manager'].map((role) => `${role}.${branch}`),
  ),
]

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
  /** Signed in as all users. */
  readonly client: Client
  /** Stops the clerks; resolves when their current actions are finished. */
  end(): Promise<void>
}

/** Number of clerks of a branch for each one at the exam desk. */
const clerksPerExamClerk = 4

/** Starts `clerks` simulated clerks against the server, half of them in each branch. */
export async function startShift(
  origin: string,
  school: TestSchool,
  clerks: number,
): Promise<Shift> {
  const ledger = createLedger()
  const tokens = new Map(await Promise.all(usernames.map((name) => signIn(origin, name))))
  const client = { origin, ledger, authorizationOf: (name: string) => tokens.get(name) ?? '' }
  const sessions = await createSessions(client, school)
  const branchStates = branches.map((branch): BranchState => ({
    branch,
    openApplications: [],
    isClosing: false,
  }))
  const stopping = new AbortController()
  const working = Promise.all(
    Array.from({ length: clerks / branchStates.length }, (_, n) =>
      branchStates.map((state) => {
        const { branch } = state
        return n % clerksPerExamClerk === clerksPerExamClerk - 1
          ? runExamClerk(
              { client, school, branch, sessions: sessions.get(branch) ?? [] },
              stopping.signal,
            )
          : runClerk({ client, school, state }, stopping.signal)
      }),
    ).flat(),
  )
  return {
    ledger,
    client,
    async end() {
      stopping.abort()
      await working
    },
  }
}
