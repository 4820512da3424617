import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { everything, isLiveKind } from '@khapdee/contract/live'
import { addDays } from '@khapdee/domain/thai-date'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, startApp } from './app.ts'
import { type DeafProxy, startDeafProxy } from './deaf-proxy.ts'
import { type LiveClient, listenOn, openLive } from './live-client.ts'
import { lineInput } from './make/application.ts'
import { insertSession, seatRight } from './make/exam-session.ts'
import { moneyDesk } from './make/money.ts'
import { runOnServer } from './server-admin.ts'
import { bearer, openSession, signAnHourAgo } from './session.ts'
import { buildApp } from '../src/app.ts'
import { createDb, createPool } from '../src/db/client.ts'
import { createAccess } from '../src/kernel/access.ts'
import { type ChangeListener, listenForChanges } from '../src/kernel/change-listener.ts'
import { createLive } from '../src/kernel/live.ts'

let test: TestApp
let origin: string
let proxy: DeafProxy
beforeAll(async () => {
  test = await startApp()
  origin = await listenOn(test.app)
  proxy = await startDeafProxy(test.url)
})
afterAll(async () => {
  await proxy.close()
  await test.close()
})

const closing: (() => unknown)[] = []
afterEach(async () => {
  proxy.isDeaf = false
  for (const close of closing.splice(0).reverse()) await close()
})

/** Opens the stream of a user on a server, in a separate session. */
async function watch(username: string, at = origin) {
  const session = await openSession(test, username)
  const client = await openLive(at, bearer(session.token))
  closing.push(() => client.close())
  return Object.assign(client, { session })
}

const heartbeatMs = 200

/** Another server on the same database, with a separate pool and listening connection. */
async function startServer({ url = test.url, port = 0 } = {}) {
  const db = createDb(createPool(test.url), { namedStatements: true })
  const changes = await listenForChanges(db, { url, heartbeatMs, report: () => {} })
  const access = createAccess(db, changes)
  const live = createLive(changes, { heartbeatMs })
  const app = await buildApp({ ...test.services, db, access, live }, { commands: [] })
  const at = await app.listen({ port, host: '127.0.0.1' })
  const close = async () => {
    await app.close()
    live.close()
    await changes.close()
    await db.destroy()
  }
  return { origin: at, port: Number(new URL(at).port), live, close }
}

let dayNumber = 0
/** Creates a session, which is announced; each on a different day. */
const change = (branch: 'KKN' | 'BPI' = 'KKN') =>
  insertSession(test, addDays(test.clock.today(), ++dayNumber), {
    branch_id: test.school.branch[branch],
  })

const announced = (branch: 'KKN' | 'BPI' = 'KKN') => `exam-session ${test.school.branch[branch]}`

/** Waits until a client has received a message, at most the two seconds of the specification. */
async function hasReceived({ messages }: LiveClient, message: string): Promise<boolean> {
  for (let n = 0; n < 200 && !messages.includes(message); n++) await wait(10)
  return messages.includes(message)
}

/** Long enough for an announcement to arrive. */
const waitForAnnouncement = () => wait(300)

describe('a stream of changes', () => {
  it('begins with the message that changes may have been missed, and is neither stored, collected nor compressed', async () => {
    const client = await watch('registrar.kkn')
    expect(client.status).toBe(200)
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(client.headers['content-encoding']).toBeUndefined()
    expect(await hasReceived(client, everything)).toBe(true)
  })

  it('reaches the client of another server within two seconds', async () => {
    const other = await startServer()
    closing.push(other.close)
    const clients = [await watch('registrar.kkn'), await watch('manager.kkn', other.origin)]
    await change()
    for (const client of clients) expect(await hasReceived(client, announced())).toBe(true)
  })

  it('announces no change that is rolled back', async () => {
    const client = await watch('registrar.kkn')
    const undone = test.db.transaction().execute(async (tx) => {
      await sql`update exam_session set note = 'x'`.execute(tx)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await waitForAnnouncement()
    expect(client.messages).toEqual([everything])
  })

  it('sends a user only the changes of the own branches, and an owner those of all branches', async () => {
    const [own, other, owner] = [
      await watch('registrar.kkn'),
      await watch('registrar.bpi'),
      await watch('owner'),
    ]
    await change('BPI')
    expect(await hasReceived(owner, announced('BPI'))).toBe(true)
    expect(await hasReceived(other, announced('BPI'))).toBe(true)
    await waitForAnnouncement()
    expect(own.messages).toEqual([everything])
  })

  it('sends nothing to a user without the permission', async () => {
    const [hr, owner] = [await watch('hr'), await watch('owner')]
    await change()
    expect(await hasReceived(owner, announced())).toBe(true)
    await waitForAnnouncement()
    expect(hr.messages).toEqual([everything])
  })

  it('sends a branch the changes that affect the exam day and the calendar without a change of a booking', async () => {
    const desk = moneyDesk(test)
    const { branch, course } = test.school
    const session = await insertSession(test, addDays(test.clock.today(), ++dayNumber))
    const line = { course_id: course.car, ...lineInput(600_000) }
    const app = await desk.register({ course: [line], other_fee: [], as: 'cashier.kkn' })
    const { application_id } = app
    const { right_id } = await test.db
      .selectFrom('exam_right')
      .select('right_id')
      .where('application_id', '=', application_id)
      .where('kind', '=', 'theory')
      .executeTakeFirstOrThrow()
    await seatRight(test, right_id, session)
    await sql`
      with required as (insert into document_type (name) values ('สำเนาบัตร') returning document_type_id, name)
      insert into application_document (application_id, document_type_id, name, valid_days)
      select ${application_id}, document_type_id, name, 0 from required`.execute(test.db)
    const user_id = test.school.userId('registrar.kkn')
    const day = test.clock.today()
    const client = await watch('registrar.kkn')
    const told = `exam ${branch.KKN}`
    const changes: [string, () => Promise<unknown>][] = [
      [
        'a right that a registration grants',
        () => desk.register({ course: [line], other_fee: [], as: 'cashier.kkn' }),
      ],
      ['a payment', () => desk.pay(app, [[0, 600_000]], 'cashier.kkn')],
      [
        'a document',
        () =>
          sql`update application_document set ticked_at = now(), ticked_by = ${user_id}
          where application_id = ${application_id} and name = 'สำเนาบัตร'`.execute(test.db),
      ],
      [
        'leave',
        () =>
          sql`insert into user_leave (user_id, "start", "end", reason, created_by)
          values (${user_id}, ${day}, ${day}, 'ลากิจ', ${user_id})`.execute(test.db),
      ],
      [
        'an own event',
        () =>
          sql`insert into calendar_event (user_id, category, title, is_all_day, starts_at, ends_at, is_busy)
          values (${user_id}, 'Personal', 'นัด', false, now(), now() + interval '1 hour', false)`.execute(
            test.db,
          ),
      ],
      [
        'a holiday',
        () =>
          sql`insert into holiday (day, name) values ('2031-01-17', 'หยุดพิเศษ')`.execute(test.db),
      ],
    ]
    for (const [what, make] of changes) {
      await waitForAnnouncement()
      const before = client.messages.filter((message) => message === told).length
      await make()
      await expect
        .poll(() => client.messages.filter((message) => message === told).length, { message: what })
        .toBeGreaterThan(before)
    }
  })

  it('sends a burst of changes as one message', async () => {
    const client = await watch('registrar.kkn')
    await Promise.all(Array.from({ length: 20 }, () => change()))
    expect(await hasReceived(client, announced())).toBe(true)
    await waitForAnnouncement()
    expect(client.messages.filter((message) => message === announced()).length).toBeLessThan(5)
  })
})

describe('access to the stream', () => {
  it('is refused without a valid token', async () => {
    const { user_id, session_id } = await openSession(test, 'registrar.kkn')
    const expired = signAnHourAgo(() => test.services.tokens.signAccess(user_id, session_id))
    const statuses = await Promise.all(
      [{}, bearer('forged'), bearer(expired)].map(async (headers) => {
        const client = await openLive(origin, headers)
        client.close()
        return client.status
      }),
    )
    expect(statuses).toEqual([401, 401, 401])
  })

  it('ends with the session, also on other servers', async () => {
    const other = await startServer()
    closing.push(other.close)
    const [here, there] = [await watch('cashier.kkn'), await watch('cashier.kkn', other.origin)]
    const stays = await watch('registrar.kkn')
    await runOnServer(
      test.url,
      `update session set revoked_at = now() where session_id in ('${here.session.session_id}', '${there.session.session_id}')`,
    )
    for (const client of [here, there]) {
      await expect.poll(client.isEnded, { timeout: 5000 }).toBe(true)
    }
    expect(stays.isEnded()).toBe(false)
  })

  it('ends when the user is deactivated', async () => {
    const client = await watch('examiner.kkn')
    const set = (isActive: boolean) =>
      runOnServer(
        test.url,
        `update app_user set is_active = ${isActive} where username = 'examiner.kkn'`,
      )
    await set(false)
    await expect.poll(client.isEnded, { timeout: 5000 }).toBe(true)
    await set(true)
  })

  it('ends with the access token', async () => {
    const server = await startServer()
    closing.push(server.close)
    const { user_id, session_id } = await openSession(test, 'registrar.kkn')
    const issuedAt = Math.floor(Date.now() / 1000) - 15 * 60 + 2
    const token = test.services.tokens.signAccess(user_id, session_id, issuedAt)
    const client = await openLive(server.origin, bearer(token))
    expect(client.status).toBe(200)
    await expect.poll(client.isEnded, { timeout: 8000 }).toBe(true)
  })

  it('respects a permission that is taken away', async () => {
    const client = await watch('instructor.kkn')
    const role = `(select role_id from role where key = 'instructor')`
    await runOnServer(
      test.url,
      `delete from role_permission where role_id = ${role} and permission = 'exam.view'`,
    )
    await wait(2500)
    await change()
    await waitForAnnouncement()
    expect(client.messages).toEqual([everything])
    await runOnServer(test.url, `insert into role_permission values (${role}, 'exam.view')`)
  })

  it('is limited to twenty streams of one session', async () => {
    const { token } = await openSession(test, 'registrar.kkn')
    const open = async () => {
      const client = await openLive(origin, bearer(token))
      closing.push(() => client.close())
      return client.status
    }
    const statuses = await Promise.all(Array.from({ length: 20 }, open))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await open()).toBe(429)
  })
})

describe('changes that may have been missed', () => {
  it('are announced by the first message of the stream that is opened after a restart of the server', async () => {
    const first = await startServer()
    const client = await watch('registrar.kkn', first.origin)
    await first.close()
    await expect.poll(client.isEnded, { timeout: 2000 }).toBe(true)
    await change()
    const second = await startServer({ port: first.port })
    closing.push(second.close)
    expect(await hasReceived(await watch('registrar.kkn', second.origin), everything)).toBe(true)
  })

  it('are announced when the database ends the listening connection', async () => {
    const server = await startServer()
    closing.push(server.close)
    const client = await watch('registrar.kkn', server.origin)
    const before = client.messages.length
    await runOnServer(
      test.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'khapdee access' and datname = current_database()`,
    )
    await expect.poll(() => client.messages.length, { timeout: 4000 }).toBeGreaterThan(before)
    expect(client.messages.at(-1)).toBe(everything)
  })

  it('are announced at every heartbeat where notifications are not received', async () => {
    proxy.isDeaf = true
    const server = await startServer({ url: proxy.url })
    closing.push(server.close)
    const client = await watch('registrar.kkn', server.origin)
    await expect.poll(() => client.messages.length, { timeout: 4000 }).toBeGreaterThan(3)
    expect(new Set(client.messages)).toEqual(new Set([everything]))
  })
})

describe('a client that does not read', () => {
  /** A stream whose connection is full from the first message on. */
  function openFull() {
    let announce: (change: string) => void = () => {}
    const changes: ChangeListener = {
      isListening: () => true,
      servers: () => 1,
      on: (channel, listener) => void (channel === 'live' && (announce = listener)),
      onGap: () => {},
      close: async () => {},
    }
    const live = createLive(changes, { heartbeatMs, collectMs: 1 })
    closing.push(() => live.close())
    const written: string[] = []
    const raw = Object.assign(new EventEmitter(), {
      destroyed: false,
      write: (text: string) => written.push(text) < 1,
      writeHead: () => {},
      end: () => {},
      destroy: vi.fn<() => void>(),
    }).setMaxListeners(50)
    const reply = { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply
    const open = () =>
      live.stream(reply, { key: 'a', sees: () => true, isAllowed: async () => true })
    open()
    return { raw, open, written, announce: (branch: number) => announce(`exam ${branch}`) }
  }

  it('gets no more messages, and when it reads again, the message that it has missed changes', async () => {
    const { raw, written, announce } = openFull()
    for (let branch = 1; branch <= 500; branch++) announce(branch)
    await wait(50)
    expect(written).toEqual([`data: ${everything}\n\n`])
    raw.emit('drain')
    expect(written).toEqual([`data: ${everything}\n\n`, `data: ${everything}\n\n`])
  })

  it('does not count as a stream of its session if it disconnected before the stream began', () => {
    const { raw, open } = openFull()
    raw.destroyed = true
    for (let streams = 0; streams < 20; streams++) open()
    raw.destroyed = false
    expect(open).not.toThrow()
  })

  it('is disconnected at the second heartbeat', async () => {
    const { raw, written } = openFull()
    await wait(1.5 * heartbeatMs)
    expect(raw.destroy).not.toHaveBeenCalled()
    await wait(heartbeatMs)
    expect(raw.destroy).toHaveBeenCalled()
    expect(written).toHaveLength(1)
  })
})

describe('announcements', () => {
  it('are only made for kinds that the stream supports', async () => {
    const { rows } = await sql<{ kind: string }>`
      select distinct encode(tgargs, 'escape') as kind from pg_trigger
      where tgfoid = 'announce_change'::regproc`.execute(test.db)
    const kinds = rows.map(({ kind }) => kind.replace(/\\000$/, ''))
    expect(kinds.length).toBeGreaterThan(1)
    expect(kinds.filter((kind) => !isLiveKind(kind))).toEqual([])
  })
})
