/**
 * `npm run soak`: long tests of reliability. Arguments select parts:
 * `npm run soak -- clerks faults operations export model node`. `SOAK_KILLS` sets the number of kills (default 20).
 */
import { readFileSync, readdirSync } from 'node:fs'
import { build } from '../scripts/build.ts'
import { ensurePostgres } from '../scripts/postgres-server.ts'
import { main, runTool } from '../scripts/run.ts'
import { runClerks } from './clerks.ts'
import { runExport } from './export.ts'
import { runFaults, runFullDisk } from './faults.ts'
import { runNodeVersions } from './node-versions.ts'
import { runOperations } from './operations.ts'
import { ensurePooler } from './pooler.ts'
import { builtProgram } from './program.ts'
import { printClerks, printExport, printFaults, printOperations } from './report.ts'

const log = (line: string): void => console.log(line)

async function clerks(): Promise<boolean> {
  const kills = Number(process.env['SOAK_KILLS'] ?? 20)
  const report = await runClerks({ clerks: 32, kills, pauseMs: 3000, program: builtProgram, log })
  return printClerks(report)
}

async function faults(): Promise<boolean> {
  const options = { clerks: 16, ms: 10_000, warmUpMs: 3000, program: builtProgram, log }
  const passed = printFaults(await runFaults(options))
  const fullDisk = await runFullDisk(options)
  if (fullDisk === undefined)
    log('The full disk is skipped: this user may not mount a file system.')
  return (fullDisk === undefined || printFaults(fullDisk)) && passed
}

async function operations(): Promise<boolean> {
  const postgres = ensurePostgres()
  if (postgres === undefined || !ensurePooler()) {
    log(
      'Skipped: needs PostgreSQL 15 or later and PgBouncer of the system (Debian: "apt-get install postgresql-15 pgbouncer").',
    )
    return true
  }
  const options = { clerks: 8, ms: 5000, warmUpMs: 5000, program: builtProgram, log }
  return printOperations(await runOperations({ ...options, postgres }))
}

const exporting = async (): Promise<boolean> => printExport(await runExport(log))

/** The tests that repeat races; see `apps/server/test/race.ts`. */
const raceTests = (): string[] =>
  readdirSync('apps/server', { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(src|test)\/.*\.test\.ts$/.test(path))
    .map((path) => `apps/server/${path}`)
    .filter((path) => /from '.*\/race\.ts'/.test(readFileSync(path, 'utf8')))

/** Runs the model tests and the race tests, with many more runs than in the test suite. */
async function model(): Promise<boolean> {
  const tests = [
    'apps/server/test/money-model.test.ts',
    'apps/server/test/right-model.test.ts',
    'apps/server/test/payroll-model.test.ts',
    'apps/server/src/modules/drawer/drawer-model.test.ts',
    'apps/server/test/upgrade.test.ts',
    ...raceTests(),
  ]
  const env = {
    ...process.env,
    MODEL_RUNS: '10000',
    RIGHT_RUNS: '2000',
    DRAWER_RUNS: '300',
    RACE_ROUNDS: '200',
    UPGRADE_READER_MS: '25000',
  }
  return (await runTool('vitest', ['run', ...tests], { env })) === 0
}

const parts = {
  clerks,
  faults,
  operations,
  export: exporting,
  model,
  node: () => runNodeVersions(log),
}

await main(async () => {
  const chosen = process.argv.slice(2)
  const unknown = chosen.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    throw new Error(`No part ${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}.`)
  }
  await build(log)
  let passed = true
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    log(`\n${name}`)
    passed = (await part()) && passed
  }
  return passed ? 0 : 1
})
// After a failure, clerks may still be repeating calls to a server that no longer runs.
process.exit()
