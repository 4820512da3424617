import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { explainStart } from './explain-start.ts'

const settings = { host: 'school.invalid', port: 80, dataDir: '/', databaseUrl: 'postgres://x' }

const systemError = (syscall: string, code: string): Error =>
  Object.assign(new Error('no'), { syscall, code })

const databaseError = (code: string): Error =>
  Object.assign(new DatabaseError('no room', 1, 'error'), { code })

describe('explainStart', () => {
  it.each([
    [
      'a taken port',
      systemError('listen', 'EADDRINUSE'),
      /^Port 80 is in use.*PORT=81 npm start\.$/,
    ],
    ['a privileged port', systemError('listen', 'EACCES'), /may not open port 80.*PORT=3000/],
    [
      'an address of another machine',
      systemError('listen', 'EADDRNOTAVAIL'),
      /no address school\.invalid/,
    ],
    ['an unknown host', systemError('getaddrinfo', 'ENOTFOUND'), /no address school\.invalid/],
    ['a full disk of the database', databaseError('53100'), /^The disk of the database is full/],
    ['a role without rights', databaseError('42501'), /let the role own the database/],
  ])('explains %s in one sentence', async (_, error, sentence) => {
    expect(await explainStart(error, settings)).toMatch(sentence)
  })

  it.each([
    ['an unforeseen error', new Error('strange')],
    ['a file that may not be read', systemError('open', 'EACCES')],
  ])('keeps the stack of %s', async (_, error) => {
    expect(await explainStart(error, settings)).toContain('explain-start.test.ts')
  })
})
