import { expect, it } from 'vitest'
import { runClerks } from './clerks.ts'
import { sourceProgram } from './program.ts'

it('keeps exactly what it acknowledged when server and database are killed', async () => {
  const { ledger, recovery, ...result } = await runClerks({
    clerks: 8,
    kills: 2,
    pauseMs: 500,
    program: sourceProgram,
    log: () => {},
  })
  expect({ ...result, faults: ledger.faults }).toEqual({
    lost: [],
    unexplained: [],
    broken: [],
    faults: [],
    checked: expect.any(Number),
  })
  expect([recovery.server.length, recovery.database.length]).toEqual([1, 1])
  expect(ledger.documents.size).toBeGreaterThan(20)
}, 120_000)
