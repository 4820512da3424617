/**
 * `npm run bench`: the product against two references, in one run on one database.
 * bare — the product's own SQL through `pg` in this process; floor — a `node:http` process that
 * checks a token and runs that SQL. Rounds alternate, so a noisy machine disturbs all alike.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../apps/server/src/db/embedded.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import { seedDemo } from '../apps/server/src/seed/demo.ts'
import { seedRoles } from '../apps/server/src/seed/roles.ts'
import { openServices } from '../apps/server/src/services.ts'
import { median, send, throughput } from './load.ts'
import { type Call, record } from './record.ts'
import { type Recording, createPool, replay } from './replay.ts'
import { freePort, waitUntilReady } from './server-process.ts'
import { newCustomer, registration } from './registration.ts'

const rounds = 3
const roundMs = 2500
const clientCounts = [1, 8]
/** The least that the product must reach of the floor's throughput. */
const bars: Record<string, number> = { list: 0.8, create: 0.6 }

const folder = mkdtempSync(join(tmpdir(), 'khapdee-bench-'))
const secret = randomBytes(32).toString('hex')
const say = (text: string) => console.log(text)
const children: ChildProcess[] = []

const database = await startEmbedded({ dataDir: folder, log: say, progress: say })
try {
  const { url } = database
  await migrate(url)
  const config = readConfig({
    DATA_DIR: folder,
    SECRET: secret,
    RATE_LIMIT: '100000000',
    RATE_LIMIT_LOGIN: '1000',
  })
  const services = await openServices(config, url)
  await seedRoles(services.db)
  await seedDemo(services, say)

  const port = await freePort()
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: folder,
      SECRET: secret,
      PORT: String(port),
      RATE_LIMIT: '100000000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(server)
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(`${origin}/readyz`)
  const signedIn = JSON.parse(
    await send({
      method: 'POST',
      url: `${origin}/api/v1/user/login`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'registrar.kkn', password: 'khapdee-demo' }),
    }),
  )
  const headers = { authorization: `Bearer ${signedIn.data.accessToken}` }

  const list: Call = {
    method: 'GET',
    url: '/api/v1/application/gettable?type=course&status=all',
    headers,
  }
  const key = randomUUID()
  const body = await registration(services.db, newCustomer())
  const create: Call = {
    method: 'POST',
    url: '/api/v1/application/create',
    headers: { ...headers, 'idempotency-key': key },
    body,
  }
  const listed = await record(services, url, list)
  const created = await record(services, url, create)
  const { application_id, application_code, payments } = created.answer.data as {
    application_id: number
    application_code: string
    payments: { payment_code: string }[]
  }
  const { customer_id } = await services.db
    .selectFrom('application')
    .select('customer_id')
    .where('application_id', '=', application_id)
    .executeTakeFirstOrThrow()
  const recordings: Record<string, Recording> = {
    list: { statements: listed.statements },
    create: {
      statements: created.statements,
      fresh: {
        key,
        idcard: body.customer.idcard,
        customerId: customer_id,
        codes: { AP: application_code, RE: payments[0]?.payment_code ?? '' },
      },
    },
  }

  const settings = join(folder, 'floor.json')
  const tokenKey = createHmac('sha256', secret).update('khapdee:access').digest('hex')
  writeFileSync(settings, JSON.stringify({ url, tokenKey, recordings }), { mode: 0o600 })
  const floor = fork('bench/floor.ts', [settings], { execArgv: ['--import', 'tsx'] })
  children.push(floor)
  const floorPort = await new Promise<number>((resolve) => floor.once('message', resolve))
  const pool = createPool(url)

  const product: Record<string, () => Promise<unknown>> = {
    list: () => send({ method: 'GET', url: origin + list.url, headers }),
    create: () =>
      send({
        method: 'POST',
        url: origin + create.url,
        headers: {
          ...headers,
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ...body, customer: newCustomer() }),
      }),
  }
  const floorTask = (name: string) => () =>
    send({
      method: name === 'create' ? 'POST' : 'GET',
      url: `http://127.0.0.1:${floorPort}/${name}`,
      headers,
      ...(name === 'create' ? { body: JSON.stringify(body) } : {}),
    })

  const rows: object[] = []
  let missed = false
  for (const [name, recording] of Object.entries(recordings)) {
    const tasks = {
      bare: () => replay(pool, recording),
      floor: floorTask(name),
      product: product[name] ?? (() => Promise.reject(new Error(name))),
    }
    for (const clients of clientCounts) {
      const figures = { bare: [] as number[], floor: [] as number[], product: [] as number[] }
      for (let round = -1; round < rounds; round++) {
        for (const [which, task] of Object.entries(tasks)) {
          const figure = await throughput(task, clients, round < 0 ? 600 : roundMs)
          if (round >= 0) figures[which as keyof typeof figures].push(figure)
        }
      }
      const [bare, floorRate, productRate] = [figures.bare, figures.floor, figures.product].map(
        median,
      ) as [number, number, number]
      const ofFloor = productRate / floorRate
      missed ||= ofFloor < (bars[name] ?? 0)
      rows.push({
        call: name,
        clients,
        'bare /s': Math.round(bare),
        'floor /s': Math.round(floorRate),
        'product /s': Math.round(productRate),
        'floor of bare': (floorRate / bare).toFixed(2),
        'product of bare': (productRate / bare).toFixed(2),
        'product of floor': ofFloor.toFixed(2),
        bar: bars[name],
      })
    }
  }
  console.table(rows)
  if (missed) say('A bar is missed.')
  await pool.end()
  await services.close()
} finally {
  for (const child of children) child.kill('SIGTERM')
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
