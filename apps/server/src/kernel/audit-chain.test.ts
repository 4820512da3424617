import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestServices } from '../../test/services.ts'
import type { DB } from '../db/types.ts'
import { sealAuditJob, containsSeal, verifyAudit } from './audit-chain.ts'

let db: Kysely<DB>
let close: () => Promise<void>

beforeEach(async () => {
  const opened = await openTestServices()
  ;({ close } = opened)
  ;({ db } = opened.services)
  for (let n = 0; n < 5; n++) await insertRow(db)
  await sealAuditJob.run(db)
})
afterEach(() => close())

/** Inserts an audit row and returns its id. */
async function insertRow(tx: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ audit_id: number }>`
    insert into audit_log (call, entity, entity_id, before, after)
    values ('POST x', 'course', '1', null, '{"name": "ขับรถ", "price": 1}') returning audit_id`.execute(
    tx,
  )
  return rows[0]?.audit_id ?? 0
}

/** Changes the audit tables with their triggers disabled, as only their owner can. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  for (const table of ['audit_log', 'audit_seal']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
  }
  await statement.execute(db)
}

const faults = async () => (await verifyAudit(db)).faults
const seals = async () =>
  (
    await sql<{ position: number; audit_id: number }>`
    select position, audit_id from audit_seal order by position`.execute(db)
  ).rows

describe('the chain', () => {
  it('seals each row once, without gaps, when several servers seal at the same time', async () => {
    await insertRow(db)
    await Promise.all(Array.from({ length: 8 }, () => sealAuditJob.run(db)))
    const rows = await seals()
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, i) => i + 1))
    const { rows: trail } = await sql<{ count: number }>`
      select count(*)::int as count from audit_log`.execute(db)
    expect(rows).toHaveLength(trail[0]?.count ?? 0)
  })

  it('seals a row that is committed after a row with a higher id', async () => {
    let early = 0
    await db.transaction().execute(async (tx) => {
      early = await insertRow(tx)
      const late = await insertRow(db)
      await sealAuditJob.run(db)
      expect((await seals()).at(-1)?.audit_id).toBe(late)
    })
    expect(await faults()).toEqual([])
    expect((await seals()).at(-1)?.audit_id).toBe(early)
  })

  it('refuses updates and deletes', async () => {
    for (const statement of [
      sql`update audit_seal set hash = ''`,
      sql`delete from audit_seal`,
      sql`truncate audit_seal`,
      sql`update audit_log set call = ''`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow('is not allowed')
    }
  })
})

describe('verifyAudit', () => {
  let audit_id: number

  beforeEach(async () => {
    audit_id = (await seals())[2]?.audit_id ?? 0
  })

  it.each([
    ['values', sql`after = '{"name": "ขับรถ", "price": 2}'`],
    ['address', sql`address = '10.0.0.1'`],
    ['time', sql`at = at + interval '1 microsecond'`],
  ])('finds a change of a row: %s', async (_, change) => {
    await tamper(sql`update audit_log set ${change} where audit_id = ${audit_id}`)
    expect(await faults()).toEqual([{ audit_id, fault: 'changed' }])
  })

  it('finds a changed row whose seal was recomputed', async () => {
    await tamper(sql`update audit_log set call = 'POST y' where audit_id = ${audit_id}`)
    await tamper(sql`
      update audit_seal s set hash = audit_hash(p.hash, s.at, a) from audit_seal p, audit_log a
      where s.audit_id = ${audit_id} and p.position = s.position - 1 and a.audit_id = s.audit_id`)
    expect(await faults()).toEqual([{ audit_id: audit_id + 1, fault: 'changed' }])
  })

  it('finds a missing row', async () => {
    await tamper(sql`delete from audit_log where audit_id = ${audit_id}`)
    expect(await faults()).toEqual([{ audit_id, fault: 'gone' }])
  })

  it('finds a row that is missing together with its seal', async () => {
    await tamper(sql`delete from audit_log where audit_id = ${audit_id}`)
    await tamper(sql`delete from audit_seal where audit_id = ${audit_id}`)
    expect(await faults()).toEqual([{ audit_id: audit_id + 1, fault: 'torn' }])
  })

  it('finds a row inserted among sealed rows', async () => {
    await sql`select setval(pg_get_serial_sequence('audit_log', 'audit_id'), 5000)`.execute(db)
    await insertRow(db)
    await sealAuditJob.run(db)
    await sql`
      insert into audit_log (audit_id, call, entity) overriding system value
      values (2000, 'POST x', 'course')`.execute(db)
    expect(await faults()).toEqual([{ audit_id: 2000, fault: 'unsealed' }])
  })

  it('finds a row with an earlier date', async () => {
    const { rows } = await sql<{ audit_id: number }>`
      insert into audit_log (at, call, entity) values (now() - interval '2 hours', 'POST x', 'course')
      returning audit_id`.execute(db)
    expect(await faults()).toEqual([{ audit_id: rows[0]?.audit_id, fault: 'backdated' }])
  })

  it('finds a truncated end of the chain by a seal recorded before', async () => {
    const { end } = await verifyAudit(db)
    if (end === null) throw new Error('nothing is sealed')
    expect(await containsSeal(db, end)).toBe(true)
    await tamper(sql`delete from audit_seal where position = ${end.position}`)
    await tamper(sql`delete from audit_log where audit_id = (select max(audit_id) from audit_log)`)
    expect(await faults()).toEqual([])
    expect(await containsSeal(db, end)).toBe(false)
  })
})
