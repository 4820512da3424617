/** Opens locked payslips with other programs, as far as they are installed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderJob } from './job.ts'
import { payslipView } from './test/payroll-samples.ts'
import { current } from './test/sample-views.ts'

const password = '30112569'
const folder = mkdtempSync(path.join(tmpdir(), 'payslip-'))
const file = path.join(folder, 'payslip.pdf')

beforeAll(async () => {
  const view = payslipView()
  writeFileSync(file, await renderJob({ kind: 'payslip', view, print: current, password }))
})
afterAll(() => rmSync(folder, { recursive: true }))

const number = 'PS-BPI-6911-0003'
/** Programs that read PDFs, what they print once it is open, and their arguments to open it with a password. */
const readers: [program: string, shown: string, argsOf: (password: string) => string[]][] = [
  ['pdftotext', number, (typed) => ['-upw', typed, file, '-']],
  [
    'qpdf',
    'No syntax or stream encoding errors',
    (typed) => [`--password=${typed}`, '--check', file],
  ],
  ['mutool', number, (typed) => ['draw', '-q', '-p', typed, '-F', 'txt', '-o', '-', file]],
]

describe.each(readers)('%s', (program, shown, argsOf) => {
  it('opens a locked payslip with its password only', ({ skip }) => {
    if (spawnSync(program, ['--help']).error) skip(`${program} is not installed`)
    const open = (typed: string) => spawnSync(program, argsOf(typed), { encoding: 'utf8' })
    const opened = open(password)
    expect(opened.status).toBe(0)
    expect(opened.stdout).toContain(shown)
    for (const wrong of ['', '30112568', password.slice(0, 7)]) {
      const refused = open(wrong)
      expect(refused.status).not.toBe(0)
      expect(refused.stdout).not.toContain(shown)
    }
  })
})
