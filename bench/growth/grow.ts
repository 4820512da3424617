/** Lets the demo school grow to any number of applications, by COPY. */
import { setImmediate } from 'node:timers/promises'
import { addDays, todayInBangkok } from '@khapdee/domain/thai-date'
import pg from 'pg'
import { createRandom } from '../../apps/server/src/seed/random.ts'
import { type Last, createMaker, documentKey } from './applications.ts'
import { moments } from './calendar.ts'
import { copyIn } from './copy-in.ts'
import type { CopyPiece } from './copy-text.ts'
import { takeOff } from './deferred.ts'
import { readBranches } from './school-items.ts'

/** Of the grown school: it ends the day before today. */
const daysOfHistory = 6 * 365
/** Applications that are copied at once. */
const batch = 5_000
const breath = 100

/** The largest first. */
const tables = [
  'application',
  'payment',
  'customer',
  'application_line',
  'exam_right',
  'payment_line',
  'customer_branch',
]

const identities = {
  customer: 'customer_id',
  application: 'application_id',
  application_line: 'line_id',
  payment: 'payment_id',
  exam_right: 'right_id',
} as const

async function readLast(client: pg.ClientBase): Promise<Last> {
  const maxima = Object.entries(identities).map(
    ([table, id]) => `(select coalesce(max(${id}), 0) from ${table}) as ${table}`,
  )
  const { rows } = await client.query<Omit<Last, 'documents'>>(`select ${maxima.join(', ')}`)
  const { rows: counters } = await client.query<{ key: [string, number, string]; last: number }>(
    'select json_build_array(type, branch_id, month) as key, last from document_counter',
  )
  const [found] = rows
  if (found === undefined) throw new Error('the school has gone')
  const documents = new Map(counters.map(({ key, last }) => [documentKey(...key), last]))
  return { ...found, documents }
}

/** The database gives out the numbers after those that were copied. */
async function writeLast(client: pg.ClientBase, { documents, ...last }: Last): Promise<void> {
  for (const [table, id] of Object.entries(identities)) {
    const number = last[table as keyof typeof identities]
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

/** The copied search texts are those that the product's own function gives. */
async function assertSearchText(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select application_code from application join customer using (customer_id)
    where application.search <> application_search(application_code, customer_name, idcard, passport, phone_1)
      and application_id % 1000 = 0 limit 1`,
  )
  if (rows.length > 0) throw new Error('application_search() has changed: change the bench as well')
}

async function count(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from application')
  return rows[0]?.count ?? 0
}

async function copyAll(client: pg.ClientBase, pieces: readonly CopyPiece[]): Promise<void> {
  for (const piece of pieces) if (piece.text.length > 0) await copyIn(client, piece)
}

async function load(client: pg.ClientBase, wanted: number): Promise<void> {
  const last = await readLast(client)
  const random = createRandom(last.application)
  const maker = createMaker(random, await readBranches(client), last)
  const yesterday = addDays(todayInBangkok(new Date()), -1)
  let copied = Promise.resolve()
  const copyNext = () => {
    const pieces = maker.buffers.map((buffer) => buffer.take())
    copied = copyAll(client, pieces)
    // A failure is thrown where it is waited for, a moment later.
    copied.catch(() => {})
  }
  let made = 0
  for (const moment of moments(random, yesterday, daysOfHistory, wanted)) {
    maker.add(moment)
    if (++made % batch === 0) {
      await copied
      copyNext()
    }
    // The database is fed while the next rows are made.
    if (made % breath === 0) await setImmediate()
  }
  await copied
  copyNext()
  await copied
  await writeLast(client, last)
}

/**
 * Nobody would miss these rows, were the power to fail while they are loaded; and whatever the
 * database did meanwhile for itself would have to be done again.
 */
const careless = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
}

async function whileCareless(client: pg.ClientBase, task: () => Promise<void>): Promise<void> {
  for (const [name, value] of Object.entries(careless)) {
    await client.query(`alter system set ${name} = '${value}'`)
  }
  await client.query('select pg_reload_conf()')
  try {
    await task()
  } catch (error) {
    // An open transaction refuses everything below, which would hide why it failed.
    await client.query('rollback')
    throw error
  } finally {
    for (const name of Object.keys(careless)) await client.query(`alter system reset ${name}`)
    await client.query('select pg_reload_conf()')
    await client.query('checkpoint')
  }
}

/** Runs the statements from all connections, each taking the next when it has done its last. */
async function share(clients: readonly pg.ClientBase[], statements: readonly string[]) {
  const rest = statements.values()
  await Promise.all(
    clients.map(async (client) => {
      for (const statement of rest) await client.query(statement)
    }),
  )
}

/** Stands in a database whose load was broken off between its steps. */
const unfinished = 'bench_unfinished'

async function assertFinished(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [unfinished])
  if (rowCount !== 0) throw new Error('a load of this school was broken off: remove its folder')
}

/** Each table of the school, the largest first. */
async function vacuums(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('vacuum (analyze) %s', oid::regclass) as statement from pg_class
    where relkind = 'r' and relnamespace = current_schema::regnamespace
    order by pg_relation_size(oid) desc`,
  )
  return rows.map(({ statement }) => statement)
}

/**
 * Adds applications until the school has `total`, with triggers on: the rows in one transaction, the
 * indexes and keys after it from two connections, then vacuums. Audit rows, exam right events and
 * issued documents are not made: no list reads them.
 * @returns seconds it took; 0 where nothing was missing
 * @throws Error when an earlier load was broken off
 */
export async function growTo(
  url: string,
  total: number,
  say: (text: string) => void,
): Promise<number> {
  const start = performance.now()
  const seconds = () => Math.round((performance.now() - start) / 1000)
  const client = new pg.Client({ connectionString: url })
  const second = new pg.Client({ connectionString: url })
  const both = [client, second]
  try {
    for (const each of both) {
      await each.connect()
      await each.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0`)
    }
    await assertFinished(client)
    const wanted = total - (await count(client))
    if (wanted <= 0) return 0
    await whileCareless(client, async () => {
      await client.query(`begin; create table ${unfinished} ()`)
      const { indexes, keys, checks } = await takeOff(client, tables)
      await load(client, wanted)
      await assertSearchText(client)
      await client.query('commit')
      say(`${wanted} applications copied after ${seconds()} s`)
      await share(both, indexes)
      say(`indexes restored after ${seconds()} s`)
      for (const key of keys) await client.query(key)
      await share(both, checks)
      say(`keys restored after ${seconds()} s`)
      await share(both, await vacuums(client))
      await client.query(`drop table ${unfinished}`)
      say(`vacuumed after ${seconds()} s`)
    })
    return seconds()
  } finally {
    for (const each of both) await each.end()
  }
}
