/** Malicious uploads, sent to a listening server. */
import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { file } from '@khapdee/contract/entities/file'
import { imports } from '@khapdee/contract/entities/import'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { formEnd, formHeaders, formOf, partHead, pdf, png } from '../../../test/make/file.ts'
import { countFiles, uploadedFileNames, sendForm, upload } from '../../../test/make/upload.ts'
import { bearer, openSession } from '../../../test/session.ts'

let test: TestApp
let port: number
let token: string
const manager = 'manager.kkn'
const megabyte = 1024 * 1024

beforeAll(async () => {
  test = await startApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(() => test.close())

let before: [string[], number]
beforeEach(async () => {
  token = (await openSession(test, manager)).token
  before = [await uploadedFileNames(test), await countFiles(test)]
})
/**
 * Fails when rows, stored bytes or temporary files remain. Retries for two seconds, because the server
 * cleans up after an aborted upload with a delay.
 */
async function assertNothingLeft(): Promise<void> {
  for (let tries = 100; tries > 0; tries--) {
    if (isDeepStrictEqual([await uploadedFileNames(test), await countFiles(test)], before)) return
    await sleep(20)
  }
  throw new Error(`left behind: ${String(await uploadedFileNames(test))}`)
}

const html = '<!doctype html><script>alert(document.domain)</script>'
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

describe('an upload of a refused type', () => {
  afterEach(assertNothingLeft)

  it.each([
    ['SVG', svg],
    ['SVG after an XML declaration', `<?xml version="1.0"?>${svg}`],
    ['HTML', html],
    ['HTML followed by the end of a PDF', `${html}%PDF-1.4\n%%EOF`],
    ['a PDF after HTML', `${html}\n${pdf}`],
    ['a PDF after a line break', `\n${pdf}`],
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x80\x00\x00'],
    ['a TIFF', 'II*\x00\x08\x00\x00\x00'],
    ['a zip', 'PK\x03\x04'],
    ['a zip bomb', gzipSync(Buffer.alloc(50 * megabyte))],
    ['a program', '\x7fELF\x02\x01\x01'],
    ['a WAV, which begins like a WebP', 'RIFF\x00\x00\x00\x00WAVEfmt '],
    ['random bytes', randomBytes(5000)],
    ['an empty file', ''],
  ])('refuses %s under every file name and media type', async (_, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
    for (const [name, type] of [
      ['photo.png', 'image/png'],
      ['photo.jpg', 'image/jpeg'],
      ['paper.pdf', 'application/pdf'],
      ['x.svg', 'image/svg+xml'],
    ] as const) {
      const { status, body } = await sendForm(test, manager, { bytes, name, type })
      expect([status, body.code]).toEqual([415, 'MEDIA_TYPE'])
      expect(body.message).toMatch(/[ก-๙]/)
    }
  })

  it.each([
    ['a PNG with missing pixels', () => png(300, 300, 10)],
    ['a PNG of 60 bytes', () => png(300, 300).subarray(0, 60)],
    ['a JPEG that ends after its header', () => Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['HTML after the header of a PNG', () => Buffer.from(`\x89PNG\r\n\x1a\n${html}`, 'latin1')],
    ['a truncated PDF', () => Buffer.from('%PDF-1.7\n1 0 obj')],
  ])('refuses %s', async (_, make) => {
    const { status, body } = await sendForm(test, manager, { bytes: make() })
    expect([status, body.code]).toEqual([415, 'MEDIA_TYPE'])
  })

  it('refuses a truncated JPEG and a truncated WebP', async () => {
    const image = sharp(randomBytes(300 * 300 * 3), {
      raw: { width: 300, height: 300, channels: 3 },
    })
    for (const complete of [await image.jpeg().toBuffer(), await image.webp().toBuffer()]) {
      const bytes = complete.subarray(0, complete.length / 2)
      expect((await sendForm(test, manager, { bytes })).status).toBe(415)
    }
  })

  it('refuses a small file that decodes to a huge picture', async () => {
    const [rss, started] = [process.memoryUsage().rss, Date.now()]
    for (const [width, height] of [
      [50_000, 50_000],
      [1_000_000, 1_000_000],
      [7_072, 7_072],
    ] as const) {
      const { status, body } = await sendForm(test, manager, { bytes: png(width, height, 1) })
      expect([status, body.message]).toEqual([413, expect.stringMatching(/พิกเซล/)])
    }
    expect(process.memoryUsage().rss - rss).toBeLessThan(100 * megabyte)
    expect(Date.now() - started).toBeLessThan(5_000)
  })
})

describe('a picture with appended data', () => {
  const zip = Buffer.concat([
    Buffer.from('PK\x03\x04', 'latin1'),
    deflateRawSync(Buffer.from('payload')),
    Buffer.from('PK\x05\x06', 'latin1'),
  ])

  it.each([
    ['a PNG followed by HTML', () => Buffer.concat([png(9, 9), Buffer.from(html)])],
    ['a PNG followed by a zip', () => Buffer.concat([png(9, 9), zip])],
    ['a PNG followed by a PDF', () => Buffer.concat([png(9, 9), pdf])],
  ])('stores %s without the appended data', async (_, make) => {
    const { link, type } = await upload(test, manager, make())
    const { bytes } = await test.raw('GET', link)
    expect(type).toBe('image/jpeg')
    for (const hidden of ['<script', 'PK\x03\x04', '%PDF']) {
      expect(bytes.toString('latin1')).not.toContain(hidden)
    }
  })

  it('serves a PDF with appended HTML as a download', async () => {
    const { link } = await upload(test, manager, Buffer.concat([pdf, Buffer.from(html)]))
    const { headers } = await test.raw('GET', link)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(headers['content-disposition']).toMatch(/^attachment;/)
  })
})

describe('the form of an upload', () => {
  afterEach(assertNothingLeft)
  const validFile = { bytes: png(3, 3) }
  const field = { field: 'note', name: null, bytes: 'x' }

  it.each([
    ['no part', []],
    ['two files', [validFile, validFile]],
    ['a second file in another field', [validFile, { ...validFile, field: 'other' }]],
    ['a file in another field', [{ ...validFile, field: 'other' }]],
    ['a text field before the file', [field, validFile]],
    ['a text field after the file', [validFile, field]],
    ['text in the field of the file', [{ ...validFile, name: null }]],
    ['a file in the field __proto__', [{ ...validFile, field: '__proto__' }]],
  ])('is refused with %s', async (_, parts) => {
    const { status, body } = await sendForm(test, manager, ...parts)
    expect([status, body.message]).toEqual([400, expect.stringMatching(/[ก-๙]/)])
  })

  it('is refused as JSON, as text, and without boundary or end', async () => {
    const send = async (type: string, body: Buffer | string) =>
      (
        await test.raw('POST', file.upload.path, body, {
          'content-type': type,
          ...bearer(token),
        })
      ).status
    expect(await send('application/json', '{}')).toBe(415)
    expect(await send('text/html', html)).toBe(415)
    expect(await send('multipart/form-data', formOf(validFile))).toBe(400)
    const type = formHeaders['content-type']
    expect(await send(type, formOf(validFile).subarray(0, -20))).toBe(400)
    expect(await send(type, 'garbage')).toBe(400)
    expect(await send(type, '')).toBe(400)
    expect(await send(type, Buffer.alloc(100_000, 'Content-Disposition: x\r\n'))).toBe(400)
  })

  it('is refused by a call that takes no file', async () => {
    const { status } = await test.raw('PUT', 'user/password', formOf(validFile), {
      ...formHeaders,
      ...bearer(token),
    })
    expect(status).toBe(415)
  })
})

interface Sent {
  status: number | null
  code: string | null
  /** Bytes sent before the connection ended. */
  bytes: number
}

const block = Buffer.alloc(megabyte, 7)

/** Streams a form with a generated file of this many megabytes, respecting backpressure. */
function stream(
  megabytes: number,
  headers: Record<string, string>,
  start = png(3, 3),
  path = file.upload.path,
) {
  return new Promise<Sent>((resolve) => {
    const sent: Sent = { status: null, code: null, bytes: 0 }
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/v1/${path}`,
      headers: { ...formHeaders, ...headers },
    })
    const finish = () => resolve(sent)
    outgoing.on('response', (response: IncomingMessage) => {
      let text = ''
      sent.status = response.statusCode ?? null
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => (sent.code = JSON.parse(text).code))
        .on('error', finish)
    })
    outgoing.on('error', finish).on('close', finish)
    const write = () => {
      while (sent.bytes < megabytes * megabyte) {
        if (outgoing.destroyed) return
        sent.bytes += block.length
        if (!outgoing.write(block)) {
          outgoing.once('drain', write)
          return
        }
      }
      outgoing.end(`\r\n${formEnd}`)
    }
    outgoing.write(partHead())
    outgoing.write(start)
    write()
  })
}

describe('a very long upload', () => {
  afterEach(assertNothingLeft)

  /** The peak growth of this process's memory in bytes while `work` runs. */
  async function memoryGrowth(work: () => Promise<unknown>): Promise<number> {
    const start = process.memoryUsage().rss
    let peak = start
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10)
    await work().finally(() => clearInterval(timer))
    return peak - start
  }

  it('of ten gigabytes is cut off soon after the limit, with bounded memory', async () => {
    let sent: Sent | undefined
    const growth = await memoryGrowth(async () => {
      sent = await stream(10 * 1024, bearer(token))
    })
    expect(sent?.bytes).toBeLessThan(64 * megabyte)
    expect([413, null]).toContain(sent?.status)
    expect(growth).toBeLessThan(120 * megabyte)
  })

  it('is refused early when its content-length is too large', async () => {
    const length = { 'content-length': String(10 * 1024 * megabyte) }
    const sent = await stream(10 * 1024, { ...length, ...bearer(token) })
    expect(sent.bytes).toBeLessThan(48 * megabyte)
  })

  it('is not read without a session or permission', async () => {
    const { token: other } = await openSession(test, 'instructor.kkn')
    for (const headers of [{}, bearer('x.y.z'), bearer(other)]) {
      expect((await stream(10 * 1024, headers)).bytes).toBeLessThan(48 * megabyte)
    }
  })

  it('to an import is cut off at the lower limit, and not read without permission', async () => {
    const send = (megabytes: number, as: string) =>
      stream(megabytes, bearer(as), Buffer.from('ชื่อ'), imports.course.preview.path)
    const { token: admin } = await openSession(test, 'admin')
    const { token: other } = await openSession(test, 'instructor.kkn')
    const sent = await send(5.5, admin)
    expect([sent.status, sent.code]).toEqual([413, 'TOO_LARGE'])
    for (const as of [admin, other]) {
      expect((await send(10 * 1024, as)).bytes).toBeLessThan(48 * megabyte)
    }
    expect((await send(0, other)).status).toBe(403)
  })

  it('is cut off with bounded memory when eight are sent concurrently', async () => {
    const growth = await memoryGrowth(() =>
      Promise.all(Array.from({ length: 8 }, () => stream(2 * 1024, bearer(token)))),
    )
    expect(growth).toBeLessThan(200 * megabyte)
  })

  it('is answered with TOO_LARGE when slightly over the limit', async () => {
    const sent = await stream(10.5, bearer(token))
    expect([sent.status, sent.code]).toEqual([413, 'TOO_LARGE'])
    // The connection stays usable for the next request.
    expect((await stream(0, bearer(token), Buffer.from('x'))).status).toBe(415)
  })

  it('leaves no row or file when the sender aborts', async () => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/v1/${file.upload.path}`,
      headers: { ...formHeaders, ...bearer(token) },
    })
    outgoing.on('error', () => {})
    outgoing.write(partHead())
    outgoing.write(block)
    await expect.poll(async () => (await uploadedFileNames(test)).length).toBe(before[0].length + 1)
    outgoing.destroy()
  })
})

it('limits one session to sixty uploads a minute', async () => {
  const { token: sessionToken } = await openSession(test, manager)
  const statuses = []
  for (let count = 0; count < 61; count++) {
    const headers = { ...formHeaders, ...bearer(sessionToken) }
    statuses.push((await test.raw('POST', file.upload.path, formOf(), headers)).status)
  }
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([400, 429])
})
