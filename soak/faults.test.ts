import { expect, it } from 'vitest'
import { runFaults, runFullDisk } from './faults.ts'
import { sourceProgram } from './program.ts'

const options = { clerks: 8, ms: 1500, calmMs: 500, program: sourceProgram, say: () => {} }
const unharmed = {
  lost: [],
  unexplained: [],
  broken: [],
  checked: expect.any(Number),
  ledger: expect.objectContaining({ faults: [] }),
}

it('goes on by itself when the database is back, whatever kept it away', async () => {
  const only = ['database stopped', 'line torn again and again', 'line cut']
  expect(await runFaults({ ...options, only })).toMatchObject(unharmed)
}, 120_000)

it('goes on by itself when a full disk has room again', async ({ skip }) => {
  const report = await runFullDisk(options)
  skip(report === undefined, 'needs the right to mount')
  expect(report).toMatchObject(unharmed)
}, 120_000)
