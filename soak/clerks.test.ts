import { expect, it } from 'vitest'
import { runClerks } from './clerks.ts'
import { serverProgram } from '../apps/server/test/start-main.ts'

it('the database contains exactly the acknowledged work after server and database were killed', async () => {
  const { ledger, recovery, ...result } = await runClerks({
    clerks: 8,
    kills: 2,
    pauseMs: 500,
    program: serverProgram,
    log: () => {},
  })
  expect({ ...result, violations: ledger.violations }).toEqual({
    lost: [],
    unexplained: [],
    brokenInvariants: [],
    violations: [],
    checked: expect.any(Number),
  })
  expect([recovery.server.length, recovery.database.length]).toEqual([1, 1])
  expect(ledger.documents.size).toBeGreaterThan(20)
  expect(ledger.acknowledgedByPath).toMatchObject({ 'exam/book': expect.any(Number) })
}, 120_000)
