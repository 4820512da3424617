import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { backup } from '@khapdee/contract/entities/backup'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBackup } from '../../backup/open-backup.ts'
import { type TestApp, startApp } from '../../../test/app.ts'

let folder: string
let test: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-backups-'))
  test = await startApp({ config: { backupDir: folder, backupKeep: 2 } })
})
afterEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const list = async (username = 'admin') => (await test.call(backup.list, {}, username)).data

/** Starts a backup and waits until it is complete. */
async function backUp() {
  const started = await test.call(backup.start, {}, 'admin')
  expect(started.status).toBe(200)
  for (;;) {
    const status = await list()
    if (!status.is_running) return status
    await wait(10)
  }
}

describe('the backups of the server', () => {
  it('are written when an administrator starts one, and restored from the downloaded file', async () => {
    test.clock.set('2026-11-21T03:04:05Z')
    const { backups, has_failed } = await backUp()
    expect(backups).toEqual([
      {
        name: 'khapdee-2026-11-21-100405.zip',
        size: expect.any(Number),
        createdAt: expect.any(String),
      },
    ])
    expect(has_failed).toBe(false)
    const name = backups[0]?.name ?? ''
    const { file } = (await test.call(backup.open, { name }, 'admin')).data
    const answer = await test.app.inject(file)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(backups[0]?.size),
      'cache-control': 'private, no-store',
    })
    const copy = join(folder, 'copy.zip')
    await writeFile(copy, answer.rawPayload)
    const opened = await openBackup(copy)
    expect(opened.manifest.tables.length).toBeGreaterThan(50)
    opened.close()
    const audited = await test.db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('entity', '=', 'backup')
      .orderBy('audit_id')
      .execute()
    expect(audited.map(({ entity_id }) => entity_id)).toEqual(['start', name])
  })

  it('run one at a time, report their progress, and only the last ones are kept', async () => {
    for (const second of ['01', '02', '03']) {
      test.clock.set(`2026-11-21T03:04:${second}Z`)
      const started = await Promise.all([1, 2].map(() => test.call(backup.start, {}, 'admin')))
      expect(started.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const seen: string[] = []
      for (let status = await list(); status.is_running; status = await list())
        if (status.progress !== null) seen.push(`${status.progress.done <= status.progress.total}`)
      expect(new Set(seen)).toEqual(new Set(['true']))
    }
    expect((await readdir(folder)).toSorted()).toEqual([
      'khapdee-2026-11-21-100402.zip',
      'khapdee-2026-11-21-100403.zip',
    ])
  })

  it('are overdue after 36 hours or when there are none, until a new one is written', async () => {
    test.clock.set('2026-11-21T03:00:00Z')
    expect((await list()).is_overdue).toBe(true)
    const path = join(folder, 'khapdee-2026-11-20.zip')
    await writeFile(path, 'x')
    const setAge = (hours: number) => {
      const at = new Date(Date.parse('2026-11-21T03:00:00Z') - hours * 3_600_000)
      return utimes(path, at, at)
    }
    await setAge(35)
    expect((await list('owner')).is_overdue).toBe(false)
    await setAge(37)
    expect((await list('owner')).is_overdue).toBe(true)
    test.clock.set(new Date().toISOString())
    expect((await backUp()).is_overdue).toBe(false)
  })

  it('report that one failed', async () => {
    const { config } = test.services
    config.backupDir = '/dev/null/backups'
    expect(await backUp()).toMatchObject({ has_failed: true, is_overdue: true, backups: [] })
    config.backupDir = folder
    expect((await backUp()).has_failed).toBe(false)
  })

  it('are known to be missing in production without a folder, but not in a demo', async () => {
    const { config } = test.services
    const read = async () => {
      const { is_configured, lacks_folder } = await list('owner')
      return [is_configured, lacks_folder]
    }
    try {
      config.production = true
      expect(await read()).toEqual([true, false])
      config.backupDir = undefined
      expect(await read()).toEqual([false, true])
      config.production = false
      expect(await read()).toEqual([false, false])
    } finally {
      Object.assign(config, { production: false, backupDir: folder })
    }
  })

  it.each(['../secret', 'khapdee-2026-11-21.zip/../x', 'notes.txt', 'khapdee-2026-11-20.zip'])(
    'include none of the name %s',
    async (name) => {
      await writeFile(join(folder, 'notes.txt'), 'x')
      expect((await test.call(backup.open, { name }, 'admin')).status).toBe(404)
      const { session_id } = await test.db
        .selectFrom('session')
        .select('session_id')
        .executeTakeFirstOrThrow()
      const token = test.services.tokens.signBackup({ backup: name, sessionId: session_id })
      expect((await test.app.inject(`/files/backups/${token}/x.zip`)).statusCode).toBe(404)
    },
  )

  it('are not downloaded by users who may only see them, nor with a link made for another use', async () => {
    await backUp()
    const [{ name } = { name: '' }] = (await list('owner')).backups
    expect((await test.call(backup.open, { name }, 'owner')).status).toBe(403)
    const { session_id } = await test.db
      .selectFrom('session as s')
      .innerJoin('app_user as u', 'u.user_id', 's.user_id')
      .select('session_id')
      .where('username', '=', 'owner')
      .executeTakeFirstOrThrow()
    const { tokens } = test.services
    const forged = [
      tokens.signBackup({ backup: name, sessionId: session_id }),
      tokens.signPayrollFile({ payroll_file_id: 1, sessionId: session_id }),
      'x.y.z',
    ]
    for (const token of forged)
      expect((await test.app.inject(`/files/backups/${token}/${name}`)).statusCode).toBe(404)
  })
})
