/** Adds applications to the demo school by COPY. */
import { setImmediate } from 'node:timers/promises'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import pg from 'pg'
import { createRandom } from '../../apps/server/src/seed/random.ts'
import { type NumberCounters, createGenerator, documentKey } from './applications.ts'
import { visits } from './calendar.ts'
import { copyIn } from './copy-in.ts'
import type { CopyChunk } from './copy-text.ts'
import { dropIndexesAndKeys } from './indexes-and-keys.ts'
import { withOpenDays } from './open-days.ts'
import { readBranches } from './school-items.ts'

/** Length of the generated history, which ends yesterday. */
const daysOfHistory = 6 * 365
/** Applications per COPY. */
const applicationsPerCopy = 5_000
/** Applications generated before the event loop can run other tasks. */
const applicationsPerYield = 100

/** The tables with copied rows, largest first. */
const tables = [
  'application',
  'account_entry',
  'payment',
  'customer',
  'application_line',
  'exam_right',
  'payment_line',
  'customer_branch',
]

const idColumns = {
  customer: 'customer_id',
  application: 'application_id',
  application_line: 'line_id',
  payment: 'payment_id',
  exam_right: 'right_id',
} as const

async function readCounters(client: pg.ClientBase): Promise<NumberCounters> {
  const maxima = Object.entries(idColumns).map(
    ([table, id]) => `(select coalesce(max(${id}), 0) from ${table}) as ${table}`,
  )
  const { rows } = await client.query<Omit<NumberCounters, 'documents'>>(
    `select ${maxima.join(', ')}`,
  )
  const { rows: documentCounters } = await client.query<{
    key: [string, number, string]
    last: number
  }>('select json_build_array(type, branch_id, month) as key, last from document_counter')
  const [found] = rows
  if (found === undefined) throw new Error('no row of maxima')
  const documents = new Map(documentCounters.map(({ key, last }) => [documentKey(...key), last]))
  return { ...found, documents }
}

/** Sets the sequences and document counters to the numbers that the generator used last. */
async function writeCounters(
  client: pg.ClientBase,
  { documents, ...lastIds }: NumberCounters,
): Promise<void> {
  for (const [table, id] of Object.entries(idColumns)) {
    const number = lastIds[table as keyof typeof idColumns]
    await client.query(`select setval(pg_get_serial_sequence($1, $2), $3)`, [table, id, number])
  }
  await client.query(
    `insert into document_counter (type, branch_id, month, last)
    select split_part(key, ' ', 1), split_part(key, ' ', 2)::int, split_part(key, ' ', 3), last
    from unnest($1::text[], $2::int[]) as counted (key, last)
    on conflict (type, branch_id, month) do update set last = excluded.last`,
    [[...documents.keys()], [...documents.values()]],
  )
}

/**
 * Checks with a sample that the generated search texts equal the results of the function
 * `application_search`.
 */
async function assertSearchText(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select application_code from application join customer using (customer_id)
    where application.search <> application_search(application_code, customer_name, idcard, passport, phone_1, phone_2)
      and application_id % 1000 = 0 limit 1`,
  )
  if (rows.length > 0) throw new Error('application_search() has changed: change the bench as well')
}

async function countApplications(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from application')
  return rows[0]?.count ?? 0
}

async function copyAll(client: pg.ClientBase, chunks: readonly CopyChunk[]): Promise<void> {
  for (const chunk of chunks) if (chunk.text.length > 0) await copyIn(client, chunk)
}

async function loadApplications(client: pg.ClientBase, count: number): Promise<void> {
  const counters = await readCounters(client)
  const random = createRandom(counters.application)
  // The generator advances `counters`.
  const generator = createGenerator(random, await readBranches(client), counters)
  const yesterday = addDays(todayInBangkok(new Date()), -1)
  let copied = Promise.resolve()
  const copyNext = () => {
    const chunks = generator.buffers.map((buffer) => buffer.take())
    copied = copyAll(client, chunks)
    // A failure is rethrown by the next `await copied`; this only prevents an unhandled rejection.
    copied.catch(() => {})
  }
  let generated = 0
  for (const visit of visits(random, yesterday, daysOfHistory, count)) {
    generator.add(visit)
    if (++generated % applicationsPerCopy === 0) {
      await copied
      copyNext()
    }
    // Lets the socket write while the next rows are generated.
    if (generated % applicationsPerYield === 0) await setImmediate()
  }
  await copied
  copyNext()
  await copied
  await writeCounters(client, counters)
}

/** Database settings during the load: no crash safety, no checkpoints and no autovacuum. */
const unsafeSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
}

async function withUnsafeSettings(client: pg.ClientBase, task: () => Promise<void>): Promise<void> {
  for (const [name, value] of Object.entries(unsafeSettings)) {
    await client.query(`alter system set ${name} = '${value}'`)
  }
  await client.query('select pg_reload_conf()')
  try {
    await task()
  } catch (error) {
    // In a failed transaction the statements below would fail too and hide the cause.
    await client.query('rollback')
    throw error
  } finally {
    for (const name of Object.keys(unsafeSettings)) await client.query(`alter system reset ${name}`)
    await client.query('select pg_reload_conf()')
    await client.query('checkpoint')
  }
}

/** Runs the statements on all connections; each connection takes the next one when it is free. */
async function runOnAll(clients: readonly pg.ClientBase[], statements: readonly string[]) {
  const rest = statements.values()
  await Promise.all(
    clients.map(async (client) => {
      for (const statement of rest) await client.query(statement)
    }),
  )
}

/** A table that exists while a load is incomplete. */
const incompleteMarker = 'bench_unfinished'

async function assertNoInterruptedLoad(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [
    incompleteMarker,
  ])
  if (rowCount !== 0)
    throw new Error('an earlier load of this folder was interrupted: remove the folder')
}

/** VACUUM statements of all tables, largest first. */
async function vacuums(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('vacuum (analyze) %s', oid::regclass) as statement from pg_class
    where relkind = 'r' and relnamespace = current_schema::regnamespace
    order by pg_relation_size(oid) desc`,
  )
  return rows.map(({ statement }) => statement)
}

/**
 * Adds applications until there are `total`: copies the rows in one transaction with enabled triggers,
 * restores indexes and keys on two connections, then vacuums. Audit entries and
 * issued documents are not generated, because no list reads them; `exams.ts` adds the rows that lists of exams read.
 * @returns duration in seconds; 0 if there were enough applications
 * @throws Error when an earlier load was interrupted
 */
export async function growTo(
  url: string,
  total: number,
  log: (text: string) => void,
): Promise<number> {
  const start = performance.now()
  const seconds = () => Math.round((performance.now() - start) / 1000)
  const client = new pg.Client({ connectionString: url })
  const secondClient = new pg.Client({ connectionString: url })
  const clients = [client, secondClient]
  try {
    for (const each of clients) {
      await each.connect()
      await each.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0`)
    }
    await assertNoInterruptedLoad(client)
    const missingCount = total - (await countApplications(client))
    if (missingCount <= 0) return 0
    await withUnsafeSettings(client, async () => {
      await client.query(`begin; create table ${incompleteMarker} ()`)
      const { indexes, keys, validations } = await dropIndexesAndKeys(client, tables)
      await withOpenDays(client, () => loadApplications(client, missingCount))
      // Each decided request fee has an approval request with the decision.
      await client.query(`
        insert into approval_request (kind, application_id, branch_id, requested_by, requested_at, state, decided_by, decided_at)
        select 'request_fee', application_id, branch_id, created_by, "createdAt", decision, created_by, "createdAt"
        from application a where decision is not null
          and not exists (select from approval_request r where r.application_id = a.application_id)`)
      await assertSearchText(client)
      await client.query('commit')
      log(`${missingCount} applications copied after ${seconds()} s`)
      await runOnAll(clients, indexes)
      log(`indexes restored after ${seconds()} s`)
      for (const key of keys) await client.query(key)
      await runOnAll(clients, validations)
      log(`keys restored after ${seconds()} s`)
      await runOnAll(clients, await vacuums(client))
      log(`vacuumed after ${seconds()} s`)
    })
    // Dropped only after the unsafe settings were reset, so that a folder that still has them counts as interrupted.
    await client.query(`drop table ${incompleteMarker}`)
    return seconds()
  } finally {
    for (const each of clients) await each.end()
  }
}
