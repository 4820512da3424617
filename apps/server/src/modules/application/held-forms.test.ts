import { randomUUID } from 'node:crypto'
import { application } from '@khapdee/contract/entities/application'
import { heldForm } from '@khapdee/contract/entities/held-form'
import { maxHeldForms } from '@khapdee/domain/application/held-form'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { deleteExpiredRows } from '../../kernel/jobs.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
beforeEach(() => test.db.deleteFrom('held_form').execute())
afterAll(() => test.close())

const clerk = 'registrar.kkn'
const values = JSON.stringify({ customer: { fname: 'สมหญิง', idcard: '1100012345678' } })
const hold = (input: object = {}, as = clerk) =>
  test.call(heldForm.create, { type: 'course', name: 'สมหญิง ใจดี', values, ...input }, as)
const list = async (as = clerk) => (await test.call(heldForm.gettable, {}, as)).data
const get = (held_form_id: number, as = clerk) => test.call(heldForm.get, { held_form_id }, as)

describe('a held form', () => {
  it('can be read by its user, also several at once, until it is deleted', async () => {
    const first = (await hold()).data.held_form_id
    const second = (await hold({ type: 'exam', name: '' })).data.held_form_id
    expect(await list()).toMatchObject([
      { held_form_id: second, type: 'exam', name: '', is_unanswered: false },
      { held_form_id: first, type: 'course', name: 'สมหญิง ใจดี', is_unanswered: false },
    ])
    expect((await get(first)).data).toMatchObject({ values, attempt: null })
    expect((await test.call(heldForm.discard, { held_form_id: first }, clerk)).status).toBe(200)
    expect((await get(first)).status).toBe(404)
    expect((await list()).map(({ held_form_id }) => held_form_id)).toEqual([second])
  })

  it('is listed without reading its content, unless an earlier version held it', async () => {
    const { held_form_id } = (await hold()).data
    const old = (await hold()).data.held_form_id
    await sql`update held_form set body = '' where held_form_id = ${held_form_id}`.execute(test.db)
    await sql`update held_form set name = null where held_form_id = ${old}`.execute(test.db)
    expect(await list()).toMatchObject([
      { held_form_id: old, name: 'สมหญิง ใจดี' },
      { held_form_id, name: 'สมหญิง ใจดี' },
    ])
    expect((await get(held_form_id)).status).toBe(404)
    expect((await get(old)).data).toMatchObject({ name: 'สมหญิง ใจดี', values })
  })

  it('is stored encrypted, and its audit entry has no personal data', async () => {
    const { held_form_id } = (await hold()).data
    const { rows } = await sql<{ row: string }>`
      select h::text || encode(body, 'escape') || encode(name, 'escape') as row from held_form h
      union all select a::text from audit_log a where entity = 'held_form'
        and entity_id = ${String(held_form_id)}`.execute(test.db)
    expect(rows).toHaveLength(2)
    for (const { row } of rows) {
      expect(row).not.toContain('1100012345678')
      expect(row).not.toContain('สมหญิง')
    }
  })

  it('is not visible to another user, of the same or another branch', async () => {
    const { held_form_id } = (await hold()).data
    for (const other of ['cashier.kkn', 'registrar.bpi', 'admin']) {
      expect(await list(other)).toEqual([])
      expect((await get(held_form_id, other)).status).toBe(404)
      expect((await test.call(heldForm.discard, { held_form_id }, other)).status).toBe(404)
    }
    expect(await list()).toHaveLength(1)
  })

  it('is refused for a branch that is not the user’s, and when the user holds too many', async () => {
    expect((await hold({ branch_id: test.school.branch.BPI })).status).toBe(404)
    const ids = Array.from({ length: maxHeldForms - 1 })
    for (const _ of ids) expect((await hold()).status).toBe(200)
    const answers = await Promise.all([hold(), hold(), hold()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    // An unanswered save is accepted even above the maximum.
    expect((await hold({ attempt: { key: randomUUID(), content: '{}' } })).status).toBe(200)
  })

  it('that was left never fails: it is counted apart, and above the maximum the oldest left one is replaced', async () => {
    for (const _ of Array.from({ length: maxHeldForms })) await hold()
    const left: number[] = []
    for (const _ of Array.from({ length: maxHeldForms }))
      left.push((await hold({ is_left: true })).data.held_form_id)
    expect((await hold()).status).toBe(409)
    const later = await Promise.all([hold({ is_left: true }), hold({ is_left: true })])
    const kept = (await list()).filter(({ is_left }) => is_left).map((form) => form.held_form_id)
    expect(kept.toSorted((a, b) => a - b)).toEqual(
      [...left.slice(2), ...later.map(({ data }) => data.held_form_id)].toSorted((a, b) => a - b),
    )
    expect(await list()).toHaveLength(2 * maxHeldForms)
    // Those of another user remain.
    expect((await hold({ is_left: true }, 'cashier.kkn')).status).toBe(200)
    expect(await list()).toHaveLength(2 * maxHeldForms)
  })

  it('expires after a day: it is no longer listed, and the job deletes it', async () => {
    const { held_form_id } = (await hold()).data
    const kept = (await hold()).data.held_form_id
    const setAge = (interval: string) =>
      sql`update held_form set "createdAt" = now() - ${interval}::interval
        where held_form_id = ${held_form_id}`.execute(test.db)
    await setAge('23 hours 59 minutes')
    expect(await list()).toHaveLength(2)
    await deleteExpiredRows.run(test.db)
    expect(await list()).toHaveLength(2)
    await setAge('24 hours 1 second')
    expect(await list()).toHaveLength(1)
    expect((await get(held_form_id)).status).toBe(404)
    await deleteExpiredRows.run(test.db)
    const left = await test.db.selectFrom('held_form').select('held_form_id').execute()
    expect(left).toEqual([{ held_form_id: kept }])
  })

  it('is omitted when it cannot be decrypted, as after a change of the secret', async () => {
    const { held_form_id } = (await hold()).data
    await sql`update held_form set body = set_byte(body, 40, get_byte(body, 40) # 1),
      name = set_byte(name, 40, get_byte(name, 40) # 1)`.execute(test.db)
    expect(await list()).toEqual([])
    expect((await get(held_form_id)).status).toBe(404)
  })
})

describe('an unanswered save', () => {
  it('is held once for its key, and repeating its request registers nothing twice', async () => {
    const input = applicationInput(test.school)
    const attempt = { key: randomUUID(), content: JSON.stringify(input) }
    const held = await hold({ attempt })
    const again = await hold({ attempt, values: '{"later":true}' })
    expect(again.data).toEqual(held.data)
    const [listed] = await list()
    expect(listed).toMatchObject({ is_unanswered: true })

    const headers = { 'idempotency-key': attempt.key }
    // The request had reached the server, and only its answer was lost.
    const first = await test.call(application.create, input, clerk, headers)
    const { data } = await get(held.data.held_form_id)
    expect(data).toMatchObject({ attempt, values: '{"later":true}' })
    const repeated = JSON.parse(data.attempt?.content ?? '') as typeof input
    const second = await test.call(application.create, repeated, clerk, headers)
    expect(second.data).toEqual(first.data)
    const count = await test.db
      .selectFrom('application')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count.count)).toBe(1)
  })

  it('is never replaced by forms that were left', async () => {
    const attempt = { key: randomUUID(), content: '{}' }
    const { held_form_id } = (await hold({ attempt, is_left: true })).data
    for (const _ of Array.from({ length: maxHeldForms + 1 })) await hold({ is_left: true })
    expect((await list()).at(-1)).toMatchObject({
      held_form_id,
      is_unanswered: true,
      is_left: false,
    })
  })

  it('is refused when too many wait, unless it waits already', async () => {
    const attempt = { key: randomUUID(), content: '{}' }
    const { held_form_id } = (await hold({ attempt })).data
    await sql`insert into held_form (user_id, branch_id, type, idempotency_key, body)
      select user_id, branch_id, type, gen_random_uuid(), body from held_form, generate_series(1, 99)
      where held_form_id = ${held_form_id}`.execute(test.db)
    expect((await hold({ attempt: { key: randomUUID(), content: '{}' } })).status).toBe(409)
    expect((await hold({ attempt })).data).toEqual({ held_form_id })
    expect((await hold()).status).toBe(200)
  })
})
