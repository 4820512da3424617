import { expect, it } from 'vitest'
import { serverProgram } from '../apps/server/test/start-main.ts'
import { runFaults, runFullDisk } from './faults.ts'

const options = { clerks: 8, ms: 1500, warmUpMs: 500, program: serverProgram, log: () => {} }
const noLoss = {
  lost: [],
  unexplained: [],
  brokenInvariants: [],
  checked: expect.any(Number),
  ledger: expect.objectContaining({ violations: [] }),
}

it('resumes work without a restart when the database is reachable again', async () => {
  const only = ['database stopped', 'connection reset repeatedly', 'connection refused']
  expect(await runFaults({ ...options, only })).toMatchObject(noLoss)
}, 120_000)

it('resumes work without a restart when a full disk has free space again', async ({ skip }) => {
  const report = await runFullDisk(options)
  skip(report === undefined, 'needs the permission to mount a file system')
  expect(report).toMatchObject(noLoss)
}, 120_000)
