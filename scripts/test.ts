/**
 * `npm test`: everything that can find a fault, each stage run whatever came of the one before.
 * Arguments choose stages: `npm test -- check unit`. Ends with a line `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Counts, countPlaywright, countVitest, judge, sum } from './counts.ts'
import { runJourneys } from './e2e.ts'
import { ensurePostgres, startPostgres } from './postgres-server.ts'
import { runTool } from './run.ts'

const memory = '/dev/shm'
// Databases that are thrown away need no disk: making their files took a tenth of the time.
if (process.env['TMPDIR'] === undefined && hasRoom(memory)) process.env['TMPDIR'] = memory

const reports = mkdtempSync(join(tmpdir(), 'khapdee-reports-'))

/** Whether a folder in memory is there, with 8 GB free. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 8e9
  } catch {
    return false
  }
}

const checks: [tool: string, ...args: string[]][] = [
  ...['packages/domain', 'packages/contract', 'apps/server', 'apps/web', 'tsconfig.json'].map(
    (project): [string, ...string[]] => ['tsc', '-p', project],
  ),
  ['oxlint'],
  ['oxfmt', '--check'],
  ['knip'],
]

/** Each check counts as one test. */
async function check(): Promise<Counts> {
  const results: Counts[] = []
  for (const [tool, ...args] of checks) {
    const passed = (await runTool(tool, args)) === 0
    console.log(`${passed ? '✓' : '✗'} ${[tool, ...args].join(' ')}`)
    results.push({ passed: Number(passed), failed: Number(!passed) })
  }
  return sum(results)
}

const unit = (): Promise<Counts> => vitest([])

/** The server's tests again, on the oldest PostgreSQL that a school may bring, by an ordinary role. */
async function postgres(): Promise<Counts> {
  const found = ensurePostgres()
  if (!found) {
    console.log(
      'Left out, because there is no PostgreSQL 15 or later here (Debian: "apt-get install postgresql-15"; elsewhere set POSTGRES_BIN).',
    )
    return sum([])
  }
  console.log(`PostgreSQL ${found.version}`)
  const { url, stop } = await startPostgres(found)
  const interrupt = (): void => void stop().finally(() => process.exit(1))
  process.once('SIGINT', interrupt)
  try {
    const others = ['**/*embedded*.test.ts', '**/adapters/**']
    const args = ['--project', 'server', ...others.flatMap((pattern) => ['--exclude', pattern])]
    // Random lives find faults of the rules, which are the same here.
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
  return judge(countVitest(readReport(file)), code)
}

async function e2e(): Promise<Counts> {
  const file = join(reports, 'playwright.json')
  const code = await runJourneys(['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return judge(countPlaywright(readReport(file)), code)
}

// The caller names the type, because a report's form is the promise of the tool that wrote it.
function readReport<Report>(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** A stage that cannot even run counts as one failed test. */
async function attempt(name: string, stage: () => Promise<Counts>): Promise<Counts> {
  console.log(`\n=== ${name}`)
  try {
    return await stage()
  } catch (error) {
    console.error(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

const stages = { check, unit, postgres, e2e }
const chosen = process.argv.slice(2)
const results: Counts[] = []
for (const [name, stage] of Object.entries(stages)) {
  if (chosen.length === 0 || chosen.includes(name)) results.push(await attempt(name, stage))
}
rmSync(reports, { recursive: true })

const { passed, failed } = sum(results)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
