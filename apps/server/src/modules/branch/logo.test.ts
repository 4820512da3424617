import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { application } from '@khapdee/contract/entities/application'
import { type BranchSettings, branch, branchSettings } from '@khapdee/contract/entities/branch'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readPdf } from '../../adapters/pdf/test/read-pdf.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { pdf, png } from '../../../test/make/file.ts'
import { upload } from '../../../test/make/upload.ts'
import { sendWire } from '../../../test/send-wire.ts'
import { bearer, openSession } from '../../../test/session.ts'
import { silentLog } from '../../kernel/log.ts'
import { createLogos } from '../document/logos.ts'
import { clearFilesJob } from '../file/clear-files.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())
beforeEach(() => save(null))

const defaults = branchSettings.parse({})
const branchId = () => test.school.branch.KKN
const logo = (width = 40, height = 20) => upload(test, 'admin', png(width, height), 'โลโก้.png')

async function save(logo_file_id: number | null, settings: Partial<BranchSettings> = {}) {
  const { data } = await test.call(branch.get, { branch_id: branchId() }, 'admin')
  const values = { ...branch.update.input.strip().parse(data), logo_file_id }
  const headers = bearer((await openSession(test, 'admin')).token)
  return sendWire(
    test,
    branch.update,
    { ...values, settings: { ...defaults, ...settings } },
    headers,
  )
}

const register = async () =>
  (await test.call(application.create, applicationInput(test.school), 'registrar.kkn')).data

/** The sizes of the images in a PDF, as `<width>x<height>`. */
async function imageSizes(link: string): Promise<string[]> {
  const { status, bytes } = await test.raw('GET', link)
  expect(status).toBe(200)
  expect(readPdf(bytes)).not.toHaveLength(0)
  return Array.from(
    bytes.toString('latin1').matchAll(/\/Subtype \/Image[^>]*?\/Width (\d+)\s+\/Height (\d+)/g),
    ([, width, height]) => `${width}x${height}`,
  )
}

describe('the logo of a branch', () => {
  it('is saved, opened by its link and removed, with audit entries', async () => {
    const { file_id } = await logo()
    const { status, body } = await save(file_id)
    expect([status, body.data.logo_file_id]).toEqual([200, file_id])
    const { data } = await test.call(branch.get, { branch_id: branchId() }, 'manager.kkn')
    const opened = await test.raw('GET', data.logo_link ?? '')
    expect([opened.status, opened.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const list = await test.call(branch.gettable, {}, 'admin')
    expect(list.data.map((row) => row.logo_link !== null)).toContain(true)
    expect((await save(null)).body.data).toMatchObject({ logo_file_id: null, logo_link: null })
    const trail = await test.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('call', '=', 'PUT branch/update')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(trail).toEqual({ before: { logo_file_id: file_id }, after: { logo_file_id: null } })
  })

  it('must be an image uploaded by the caller, unless it is unchanged', async () => {
    const foreign = await upload(test, 'manager.kkn', png(4, 4))
    const document = await upload(test, 'admin', pdf)
    for (const file_id of [foreign.file_id, document.file_id, 999_999]) {
      const { status, body } = await save(file_id)
      expect([status, body.errors[0].path]).toEqual([400, 'logo_file_id'])
      const sample = { branch_id: branchId(), promptpay_id: '', logo_file_id: file_id }
      const tried = await test.call(branch.sample, { ...sample, settings: defaults }, 'admin')
      expect(tried.status).toBe(400)
    }
    await test.db
      .updateTable('branch')
      .set({ logo_file_id: foreign.file_id })
      .where('branch_id', '=', branchId())
      .execute()
    expect((await save(foreign.file_id, { exam_right_days: 91 })).status).toBe(200)
  })

  it.each(['A4', 'A5'] as const)(
    'is printed on a sample of size %s before it is saved',
    async (size) => {
      const { file_id: logo_file_id } = await logo()
      const settings = { ...defaults, receipt_size: size }
      const input = { branch_id: branchId(), promptpay_id: '', logo_file_id, settings }
      const { data } = await test.call(branch.sample, input, 'admin')
      expect(await imageSizes(data.pdf)).toEqual(['40x20'])
    },
  )

  it('is printed on every page from one embedded image, and not on 80 mm paper', async () => {
    await save((await logo(1200, 300)).file_id)
    const made = await register()
    expect(await imageSizes(made.pdf)).toEqual(['480x120'])
    const { data } = await test.call(
      application.pdf,
      { application_id: made.application_id },
      'admin',
    )
    expect(await imageSizes(data.pdf)).toEqual(['480x120'])
    const { data: stored } = await test.call(branch.get, { branch_id: branchId() }, 'admin')
    await save(stored.logo_file_id, { receipt_size: '80mm' })
    expect(await imageSizes(made.pdf)).toEqual([])
  })

  it('is not deleted when a document was issued with it, and deleted otherwise', async () => {
    const [printed, unused, last] = [await logo(30, 30), await logo(31, 31), await logo(32, 32)]
    await save(printed.file_id)
    const made = await register()
    await save(unused.file_id)
    await save(last.file_id)
    await test.db.updateTable('file').set({ createdAt: '2020-01-01' }).execute()
    await clearFilesJob(test.services).run(test.db)
    const remaining = await test.db.selectFrom('file').select('file_id').execute()
    const ids = remaining.map(({ file_id }) => file_id)
    expect(ids).toEqual(expect.arrayContaining([printed.file_id, last.file_id]))
    expect(ids).not.toContain(unused.file_id)
    expect(await imageSizes(made.pdf)).toEqual(['30x30'])
    expect(await imageSizes((await register()).pdf)).toEqual(['32x32'])
  })

  it('is omitted from the receipt, with a warning in the log, when its file is missing or broken', async () => {
    const warn = vi.spyOn(test.services.log, 'warn')
    await save((await logo()).file_id)
    await rm(join(test.services.config.dataDir, 'files'), { recursive: true })
    expect(await imageSizes((await register()).pdf)).toEqual([])
    expect(warn).toHaveBeenCalledOnce()
    await save((await logo()).file_id)
    const files = vi
      .spyOn(test.services.files, 'get')
      .mockImplementation(async () => Readable.from([Buffer.from('no picture')]))
    expect(await imageSizes((await register()).pdf)).toEqual([])
    expect(warn).toHaveBeenCalledTimes(2)
    files.mockRestore()
    warn.mockRestore()
  })
})

describe('the logo cache', () => {
  const warn = vi.fn<() => void>()
  const log = Object.assign(silentLog(), { warn })
  const view = {
    school: { name: '', branch_name: '', branch_no: '', address: '', phone: '', tax_id: '' },
  }

  it('reads a logo once and does not retry a failure immediately', async () => {
    const { file_id } = await logo()
    const get = vi.fn<typeof test.services.files.get>((key) => test.services.files.get(key))
    const logos = createLogos({ ...test.services, log, files: { ...test.services.files, get } })
    const both = await Promise.all([logos.addTo(view, file_id), logos.addTo(view, file_id)])
    expect(both[0]).toEqual(both[1])
    expect(both[0].school).toHaveProperty('logo.name', `logo-${file_id}`)
    expect(await logos.addTo(view, null)).toBe(view)
    for (let tries = 0; tries < 2; tries++) expect(await logos.addTo(view, 999_999)).toBe(view)
    expect([get.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1])
  })

  it('stops waiting for a storage that does not answer', async () => {
    const { file_id } = await logo()
    const files = { ...test.services.files, get: () => new Promise<null>(() => {}) }
    const start = Date.now()
    expect(await createLogos({ ...test.services, log, files }).addTo(view, file_id)).toBe(view)
    expect(Date.now() - start).toBeLessThan(3000)
  })
})
