/**
 * `npm test`: runs all stages, even if an earlier one failed. Arguments select stages:
 * `npm test -- check unit`. The last lines are the failed tests of all stages and `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.ts'
import { check } from './check.ts'
import {
  type Counts,
  countPlaywright,
  countVitest,
  failureLines,
  withRunnerFailure,
  sumCounts,
} from './counts.ts'
import { runEndToEndTests } from './e2e.ts'
import { ensurePostgres, startPostgres } from './postgres-server.ts'
import { root, runTool } from './run.ts'
import { ensureSmartCards } from './smart-cards.ts'

const memoryFolder = '/dev/shm'
// Test databases in memory save a tenth of the time.
if (process.env['TMPDIR'] === undefined && hasFreeSpace(memoryFolder)) {
  process.env['TMPDIR'] = memoryFolder
}

const reports = mkdtempSync(join(tmpdir(), 'khapdee-reports-'))

function isChosen(stage: string): boolean {
  const chosen = process.argv.slice(2)
  return chosen.length === 0 || chosen.includes(stage)
}

/** Whether the folder exists and has 8 GB free. */
function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 8e9
  } catch {
    return false
  }
}

/**
 * Tests of endpoints, about half of the server tests. They run only on the oldest supported PostgreSQL if there is
 * one: see docs/decisions/0035.
 */
const endpointTests = 'apps/server/src/modules/'

/** Server tests that run on both versions: SQL that is not behind an endpoint, and the start on a foreign server. */
const testsOnBothVersions = [
  'apps/server/src/db/invariants.test.ts',
  'apps/server/src/db/migrate.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/test/tuned-queries.test.ts',
]

/** The PostgreSQL of the `postgres` stage, installed if need be; undefined if the stage is not chosen. */
const oldest = isChosen('postgres') ? ensurePostgres() : undefined

if (isChosen('unit') || isChosen('e2e')) ensureSmartCards()

const unit = (): Promise<Counts> =>
  vitest(oldest === undefined ? [] : ['--exclude', `${endpointTests}**`])

/** Runs server tests on the oldest supported PostgreSQL, as a role that is not a superuser. */
async function postgres(): Promise<Counts> {
  if (oldest === undefined) {
    console.log(
      'Skipped: no PostgreSQL 15 or later found (Debian: "apt-get install postgresql-15"; elsewhere set POSTGRES_BIN).',
    )
    return sumCounts([])
  }
  console.log(`PostgreSQL ${oldest.version}`)
  const { url, stop } = await startPostgres(oldest)
  const interrupt = (): void => void stop().finally(() => process.exit(1))
  process.once('SIGINT', interrupt)
  try {
    const args = ['--project', 'server', endpointTests, ...testsOnBothVersions]
    return await vitest(args, { DATABASE_URL: url })
  } finally {
    process.off('SIGINT', interrupt)
    await stop()
  }
}

async function vitest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  await build(console.log)
  const SERVER_PROGRAM = join(root, 'apps/server/dist/main.js')
  const file = join(reports, 'vitest.json')
  rmSync(file, { force: true })
  const code = await runTool(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env: { ...process.env, SERVER_PROGRAM, ...env } },
  )
  return withRunnerFailure(countVitest(readReport(file)), 'vitest', code)
}

async function e2e(): Promise<Counts> {
  const file = join(reports, 'playwright.json')
  const code = await runEndToEndTests(['--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return withRunnerFailure(countPlaywright(readReport(file)), 'playwright', code)
}

// The report is not validated, because the tools document its format.
function readReport<Report>(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** A stage that throws counts as one failed test. */
async function runStage(name: string, stage: () => Promise<Counts>): Promise<Counts> {
  console.log(`\n=== ${name}`)
  try {
    return await stage()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(`✗ ${name}: ${message}`)
    return { passed: 0, failures: [{ test: name, message }] }
  }
}

const stages = { check: () => check(), unit, postgres, e2e }
const results: Counts[] = []
for (const [name, stage] of Object.entries(stages)) {
  if (isChosen(name)) results.push(await runStage(name, stage))
}
rmSync(reports, { recursive: true })

const { passed, failures } = sumCounts(results)
console.log(
  `\n${[...failureLines(failures), `${passed} passed, ${failures.length} failed`].join('\n')}`,
)
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0
