import { application } from '@khapdee/contract/entities/application'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { applicationInput } from '../../../test/make/application.ts'
import { signAnHourAgo, openSession } from '../../../test/session.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a signed link', () => {
  const linkOf = async () => {
    const { data } = await test.call(
      application.create,
      applicationInput(test.school),
      'registrar.kkn',
    )
    const [, , , token = '', name = ''] = data.pdf.split('/')
    return { token, name }
  }
  const open = async (token: string, name = 'a.pdf') =>
    test.raw('GET', `/files/documents/${token}/${name}`)

  it('opens its document without a session, and forbids caching', async () => {
    const { token, name } = await linkOf()
    const answer = await open(token, name)
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="${name}"`,
    })
  })

  it('answers 404 when tampered with, expired, or signed with another key or for another use', async () => {
    const { token } = await linkOf()
    const [header, claims = '', signature = ''] = token.split('.')
    const { documents, mark, printedAt, ...times } = JSON.parse(
      Buffer.from(claims, 'base64url').toString(),
    )
    const link = { documents, mark, printedAt }
    const other = encodePart({ ...link, ...times, documents: [1, 2, 3] })
    const { tokens } = test.services
    const session = await openSession(test, 'admin')
    const wrong = [
      `${header}.${other}.${signature}`,
      `${header}.${claims}.`,
      `${encodePart({ alg: 'none', typ: 'JWT' })}.${other}.`,
      createSigner({ key: 'x'.repeat(64) })(link),
      signAnHourAgo(() => tokens.signDocument(link)),
      session.token,
      tokens.signDocument({ ...link, documents: [] }),
    ]
    expect((await open(tokens.signDocument(link))).status).toBe(200)
    const answers = await Promise.all(wrong.map((token) => open(token)))
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 404))
  })

  it.each(['..%2f..%2fsecret', 'a%22%0d%0aset-cookie:%20x', 'ก.pdf', 'a.html'])(
    'offers the file as document.pdf when its name is %s',
    async (name) => {
      const answer = await open((await linkOf()).token, name)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="document.pdf"',
      })
      expect(answer.headers).not.toHaveProperty('set-cookie')
    },
  )
})
