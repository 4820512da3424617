import { expect, it } from 'vitest'
import { runFaults, runFullDisk } from './faults.ts'
import { sourceProgram } from './program.ts'

const options = { clerks: 8, ms: 1500, warmUpMs: 500, program: sourceProgram, log: () => {} }
const unharmed = {
  lost: [],
  unexplained: [],
  broken: [],
  checked: expect.any(Number),
  ledger: expect.objectContaining({ faults: [] }),
}

it('resumes without help when the database is reachable again', async () => {
  const only = ['database stopped', 'connection reset repeatedly', 'connection refused']
  expect(await runFaults({ ...options, only })).toMatchObject(unharmed)
}, 120_000)

it('resumes without help when a full disk has room again', async ({ skip }) => {
  const report = await runFullDisk(options)
  skip(report === undefined, 'needs the right to mount')
  expect(report).toMatchObject(unharmed)
}, 120_000)
