import { expect, it } from 'vitest'
import { runClerks } from './clerks.ts'
import { sourceProgram } from './program.ts'

it('keeps what it acknowledged, and nothing else, through the death of server and database', async () => {
  const { ledger, back, ...verdict } = await runClerks({
    clerks: 8,
    kills: 2,
    pauseMs: 500,
    program: sourceProgram,
    say: () => {},
  })
  expect({ ...verdict, faults: ledger.faults }).toEqual({
    lost: [],
    unexplained: [],
    broken: [],
    faults: [],
    checked: expect.any(Number),
  })
  expect([back.server.length, back.database.length]).toEqual([1, 1])
  expect(ledger.papers.size).toBeGreaterThan(20)
}, 120_000)
