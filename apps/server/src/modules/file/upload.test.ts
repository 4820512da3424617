import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { employee } from '@khapdee/contract/entities/employee'
import { file } from '@khapdee/contract/entities/file'
import { user } from '@khapdee/contract/entities/user'
import { demoPassword } from '../user/passwords.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { employeeInput } from '../../../test/make/employee.ts'
import { formHeaders, formOf, pdf, png } from '../../../test/make/file.ts'
import { countFiles, uploadedFileNames, sendForm, upload } from '../../../test/make/upload.ts'
import { sendWire } from '../../../test/send-wire.ts'
import { signAnHourAgo, bearer, openSession } from '../../../test/session.ts'
import { readStoredFile } from './read-file.ts'

let test: TestApp
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const open = (link: string) => test.raw('GET', link)

/** The key of a file in the file store. */
async function keyOf(fileId: number): Promise<string> {
  const { key } = await test.db
    .selectFrom('file')
    .select('key')
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow()
  return key
}

/** Decodes a picture from memory, which the server forbids: it allows the library to read files only. */
function decode(bytes: Buffer) {
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
  return sharp(bytes)
}

/** Red on the left, blue on the right. */
const twoColours = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } }).composite([
    {
      input: { create: { width: 30, height: 40, channels: 3, background: 'blue' } },
      left: 30,
      top: 0,
    },
  ])

describe('a picture', () => {
  it('is re-encoded upright and without its metadata', async () => {
    const exif = { IFD0: { ImageDescription: '<script>alert(1)</script>', Copyright: 'secret' } }
    const original = await twoColours()
      .jpeg()
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(original.toString('latin1')).toContain('alert(1)')
    const made = await upload(test, manager, original, 'IMG_0001.JPG')
    expect(made).toMatchObject({ name: 'IMG_0001.JPG', type: 'image/jpeg' })
    const { bytes, headers } = await open(made.link)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(made.size),
    })
    expect(bytes.toString('latin1')).not.toContain('alert(1)')
    const { width, height, exif: remainingExif, icc, orientation } = await decode(bytes).metadata()
    expect({ width, height, remainingExif, icc, orientation }).toEqual({
      width: 40,
      height: 60,
      remainingExif: undefined,
      icc: undefined,
      orientation: undefined,
    })
    const { data } = await decode(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([data[0], data.at(-1)].map((value) => (value ?? 0) > 200)).toEqual([true, true])
  })

  it('becomes PNG when it has transparency, and otherwise JPEG, which PDFs can embed', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const image = sharp({ create: { width: 9, height: 9, channels: 4, background: clear } })
    const transparent = await upload(test, manager, await image.webp().toBuffer(), 'a.webp')
    expect(transparent.type).toBe('image/png')
    expect((await decode((await open(transparent.link)).bytes).metadata()).hasAlpha).toBe(true)
    expect(await upload(test, manager, await twoColours().webp().toBuffer())).toMatchObject({
      type: 'image/jpeg',
    })
  })

  it('is scaled down to the limit, and never up', async () => {
    const made = await upload(test, manager, png(5000, 2500))
    const [large, small] = [made, await upload(test, manager, png(7, 5))]
    const sizes = [large, small].map(async ({ link }) => {
      const { width, height } = await decode((await open(link)).bytes).metadata()
      return [width, height]
    })
    expect(await Promise.all(sizes)).toEqual([
      [2000, 1000],
      [7, 5],
    ])
  })
})

it('stores a PDF unchanged and serves it as a download', async () => {
  const made = await upload(test, manager, pdf, 'ใบขับขี่ (1).pdf')
  expect(made).toMatchObject({ name: 'ใบขับขี่ (1).pdf', type: 'application/pdf', size: pdf.length })
  const { bytes, headers } = await open(made.link)
  expect(bytes.equals(pdf)).toBe(true)
  expect(headers['content-disposition']).toBe(
    `attachment; filename="file"; filename*=UTF-8''${encodeURIComponent('ใบขับขี่ ')}%281%29.pdf`,
  )
  expect(headers['content-security-policy']).toContain('sandbox')
})

it('reads the type and bytes of a file for use by the server', async () => {
  const { file_id } = await upload(test, manager, pdf)
  const read = await readStoredFile(test.services, file_id)
  expect({ type: read?.type, same: read?.bytes.equals(pdf) }).toEqual({
    type: 'application/pdf',
    same: true,
  })
  expect(await readStoredFile(test.services, 999_999)).toBeNull()
})

it.each([
  ['../../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\x.png', 'x.png'],
  ['รูปถ่าย สมศรี.png', 'รูปถ่าย สมศรี.png'],
  ['a\u202Egnp.exe', 'a gnp.exe'],
  ['\u0000\u0007', 'ไฟล์'],
  [`${'ก'.repeat(500)}.png`, 'ก'.repeat(200)],
  [`${'a'.repeat(199)}😀.png`, 'a'.repeat(199)],
  ['<img onerror=alert(1)>.png', '<img onerror=alert(1)>.png'],
])('stores a file named %j under a random key, and shows the name %j', async (name, shown) => {
  const before = await uploadedFileNames(test)
  const made = await upload(test, manager, png(2, 2), name)
  expect(made.name).toBe(shown)
  const added = (await uploadedFileNames(test)).filter((key) => !before.includes(key))
  expect(added).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect((await open(made.link)).status).toBe(200)
})

describe('a link', () => {
  const linkOf = (token: string) => `/files/uploads/${token}`

  it('is the same when signed again, so that browsers cache the file', async () => {
    const { file_id } = await upload(test, manager, png(2, 2))
    const sign = () => test.services.tokens.signUpload({ file_id, sessionId: 'x' })
    expect(sign()).toBe(sign())
  })

  it('is refused when expired, tampered with or signed for another use', async () => {
    const { file_id, link } = await upload(test, manager, png(2, 2))
    const other = await upload(test, 'manager.bpi', png(3, 3))
    const { user_id, session_id: sessionId, token: access } = await openSession(test, manager)
    const { tokens } = test.services
    const [head = '', claims = '', signature = ''] = link.replace(linkOf(''), '').split('.')
    const swappedClaims = Buffer.from(
      Buffer.from(claims, 'base64url')
        .toString()
        .replace(`"file_id":${file_id}`, `"file_id":${other.file_id}`),
    ).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const bad = {
      expired: signAnHourAgo(() => tokens.signUpload({ file_id, sessionId })),
      swapped: `${head}.${swappedClaims}.${signature}`,
      unsigned: `${none}.${claims}.`,
      access,
      'other access token': tokens.signAccess(user_id, sessionId),
      document: tokens.signDocument({ documents: [file_id], mark: 'copy', printedAt: '' }),
      'unknown session': tokens.signUpload({
        file_id,
        sessionId: '00000000-0000-4000-8000-000000000000',
      }),
      'no file': tokens.signUpload({ file_id: 999_999, sessionId }),
      garbage: 'x',
    }
    const answers = Object.entries(bad).map(async ([name, token]) => [
      name,
      (await open(linkOf(token))).status,
    ])
    expect(await Promise.all(answers)).toEqual(Object.keys(bad).map((name) => [name, 404]))
    expect((await open(link)).status).toBe(200)
    const uploadToken = tokens.signUpload({ file_id, sessionId })
    expect((await open(linkOf(uploadToken))).status).toBe(200)
    expect((await test.raw('GET', user.me.path, undefined, bearer(uploadToken))).status).toBe(401)
  })

  it('is refused after its session has ended', async () => {
    const { data } = await test.call(user.login, { username: manager, password: demoPassword })
    const { file_id } = await upload(test, manager, png(2, 2))
    const { sid } = JSON.parse(
      Buffer.from(data.accessToken.split('.')[1] ?? '', 'base64url').toString(),
    )
    const link = linkOf(test.services.tokens.signUpload({ file_id, sessionId: sid }))
    expect((await open(link)).status).toBe(200)
    await test.raw('POST', user.logout.path, {}, bearer(data.accessToken))
    expect((await open(link)).status).toBe(404)
  })

  it('answers 404 when the stored bytes are missing', async () => {
    const { file_id, link } = await upload(test, manager, png(2, 2))
    const key = await keyOf(file_id)
    await test.services.files.trash(key)
    await test.services.files.purge(key)
    expect((await open(link)).status).toBe(404)
  })

  it('serves bytes that are in the trash, and takes them out of it', async () => {
    const { file_id, link } = await upload(test, manager, png(2, 2))
    const bytes = (await open(link)).bytes
    const key = await keyOf(file_id)
    await test.services.files.trash(key)
    expect(await uploadedFileNames(test)).not.toContain(key)
    expect((await open(link)).bytes).toEqual(bytes)
    expect(await uploadedFileNames(test)).toContain(key)
  })
})

it('moves the stored bytes to the trash when the transaction fails', async () => {
  const [files, rows] = [await uploadedFileNames(test), await countFiles(test)]
  const countTrash = async () => {
    let count = 0
    for await (const _ of test.services.files.listTrash()) count += 1
    return count
  }
  const trashed = await countTrash()
  const { pool } = test.services
  await pool.query('alter table file add constraint never check (false) not valid')
  expect((await sendForm(test, manager, { bytes: png(2, 2) })).status).toBe(500)
  await pool.query('alter table file drop constraint never')
  expect([await uploadedFileNames(test), await countFiles(test)]).toEqual([files, rows])
  expect(await countTrash()).toBe(trashed + 1)
})

it('reports a full disk and leaves no row or file', async () => {
  const [files, rows] = [await uploadedFileNames(test), await countFiles(test)]
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const put = vi.spyOn(test.services.files, 'put').mockRejectedValue(full)
  const { status, body } = await sendForm(test, manager, { bytes: png(2, 2) })
  put.mockRestore()
  expect([status, body.code]).toEqual([507, 'DISK_FULL'])
  expect(body.message).toMatch(/[ก-๙]/)
  expect([await uploadedFileNames(test), await countFiles(test)]).toEqual([files, rows])
})

describe('the photo of an employee', () => {
  const register = async (as: string, photo: number | null) =>
    sendWire(
      test,
      employee.create,
      { ...employeeInput(test), photo },
      bearer((await openSession(test, as)).token),
    )

  it('has a link in the employee’s record, in lists and in the answer to their sign-in', async () => {
    const { file_id } = await upload(test, manager, png(20, 20))
    const { body } = await register(manager, file_id)
    const { user_id, username, first_password, photo, photo_link } = body.data
    expect([photo, (await open(photo_link)).status]).toEqual([file_id, 200])
    const { data: rows } = await test.call(employee.gettable, { perPage: 100 }, manager)
    const row = rows.find((row) => row.user_id === user_id)
    expect((await open(row?.photo_link ?? '')).headers['content-type']).toBe('image/jpeg')
    const signIn = await test.call(user.login, { username, password: first_password })
    expect((await open(signIn.data.userData.photo ?? '')).status).toBe(200)
    expect((await test.call(user.me, {}, manager)).data.photo).toBeNull()
  })

  it('can be changed and removed, with audit rows', async () => {
    const [first, second] = [
      await upload(test, manager, png(4, 4)),
      await upload(test, manager, png(5, 5)),
    ]
    const { body } = await register(manager, first.file_id)
    const { password: _, username: __, ...input } = employeeInput(test)
    const { user_id, username } = body.data
    const update = async (photo: number | null, version: number) =>
      (await test.call(employee.update, { ...input, user_id, username, photo, version }, manager))
        .data
    expect((await update(second.file_id, 1)).photo).toBe(second.file_id)
    expect(await update(null, 2)).toMatchObject({ photo: null, photo_link: null })
    const { rows } = await test.services.pool.query(
      `select before, after from audit_log where entity = 'app_user' and entity_id = $1 order by audit_id`,
      [String(user_id)],
    )
    expect(rows.slice(1).map(({ before, after }) => [before.photo, after.photo])).toEqual([
      [first.file_id, second.file_id],
      [second.file_id, null],
    ])
  })

  it('must be a picture that the caller uploaded', async () => {
    const foreign = await upload(test, 'manager.bpi', png(4, 4))
    const document = await upload(test, manager, pdf)
    for (const photo of [foreign.file_id, document.file_id, 999_999]) {
      const { status, body } = await register(manager, photo)
      expect([status, body.errors[0].path]).toEqual([400, 'photo'])
    }
  })

  it('may stay unchanged when another user uploaded it', async () => {
    const { file_id } = await upload(test, 'hr', png(4, 4))
    const { body } = await register('hr', file_id)
    const { password: _, username: __, ...input } = employeeInput(test)
    const { user_id, username } = body.data
    const change = { ...input, user_id, username, photo: file_id, nickname: 'แดง', version: 1 }
    expect((await test.call(employee.update, change, manager)).status).toBe(200)
  })
})

it('refuses a caller without a session before reading the body', async () => {
  const before = await uploadedFileNames(test)
  const form = formOf({ bytes: png(2, 2) })
  expect((await test.raw('POST', file.upload.path, form, formHeaders)).status).toBe(401)
  expect(await uploadedFileNames(test)).toEqual(before)
})
