/**
 * `npm test`: runs all stages, even if an earlier one failed. Arguments select stages:
 * `npm test -- check unit`. The last line is `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import {
  type Counts,
  countPlaywright,
  countVitest,
  withRunnerFailure,
  sumCounts,
} from './counts.ts'
import { runEndToEndTests } from './e2e.ts'
import { ensurePostgres, startPostgres } from './postgres-server.ts'
import { runTool } from './run.ts'

const memoryFolder = '/dev/shm'
// Test databases in memory save a tenth of the time.
if (process.env['TMPDIR'] === undefined && hasFreeSpace(memoryFolder)) {
  process.env['TMPDIR'] = memoryFolder
}

const reports = mkdtempSync(join(tmpdir(), 'khapdee-reports-'))

/** Whether the folder exists and has 8 GB free. */
function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 8e9
  } catch {
    return false
  }
}

const unit = (): Promise<Counts> => vitest([])

/**
 * Tests that the version of PostgreSQL cannot affect: they run no SQL, or only to check what the server
 * makes of input and output, with endpoints whose SQL other tests run. `matrix.test.ts` calls every endpoint.
 */
const withoutOwnSql = [
  '**/*embedded*.test.ts',
  '**/adapters/**',
  '**/test/{hostile-input,mass-assignment,pay-and-id-numbers,raw-statements,stored-markup}.test.ts',
  '**/modules/file/{attacks,school-id,upload}.test.ts',
  '**/kernel/{config,encode,errors,sealed,tokens}.test.ts',
  '**/modules/{index,audit/words,import/cell-types,search/search-terms}.test.ts',
  '**/seed/{demo-plan,random}.test.ts',
  '**/src/explain-start.test.ts',
]

/** Runs the server tests on the oldest supported PostgreSQL, as a role that is not a superuser. */
async function postgres(): Promise<Counts> {
  const found = ensurePostgres()
  if (!found) {
    console.log(
      'Skipped: no PostgreSQL 15 or later found (Debian: "apt-get install postgresql-15"; elsewhere set POSTGRES_BIN).',
    )
    return sumCounts([])
  }
  console.log(`PostgreSQL ${found.version}`)
  const { url, stop } = await startPostgres(found)
  const interrupt = (): void => void stop().finally(() => process.exit(1))
  process.once('SIGINT', interrupt)
  try {
    const args = [
      '--project',
      'server',
      ...withoutOwnSql.flatMap((pattern) => ['--exclude', pattern]),
    ]
    // Fewer model runs: they test rules, which do not depend on the database version.
    return await vitest(args, { DATABASE_URL: url, MODEL_RUNS: '60' })
  } finally {
    process.off('SIGINT', interrupt)
    await stop()
  }
}

async function vitest(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Counts> {
  const file = join(reports, 'vitest.json')
  rmSync(file, { force: true })
  const code = await runTool(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env: { ...process.env, ...env } },
  )
  return withRunnerFailure(countVitest(readReport(file)), code)
}

async function e2e(): Promise<Counts> {
  const file = join(reports, 'playwright.json')
  const code = await runEndToEndTests(['--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return withRunnerFailure(countPlaywright(readReport(file)), code)
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
    console.error(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

const stages = { check: () => check(), unit, postgres, e2e }
const chosen = process.argv.slice(2)
const results: Counts[] = []
for (const [name, stage] of Object.entries(stages)) {
  if (chosen.length === 0 || chosen.includes(name)) results.push(await runStage(name, stage))
}
rmSync(reports, { recursive: true })

const { passed, failed } = sumCounts(results)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
