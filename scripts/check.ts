/** `npm run check`: types, lint, format and unused code; arguments select some of them. */
import { availableParallelism } from 'node:os'
import { type Counts, sumCounts } from './counts.ts'
import { isMain, main, outputOf } from './run.ts'

interface Check {
  readonly name: string
  readonly tool: string
  readonly args: readonly string[]
}

/**
 * One checker thread per project: several repeat part of the work, which doubled the processor
 * time. Meanwhile the other processors check other projects.
 */
const typeCheck = (project: string): Check => ({
  name: 'types',
  tool: 'tsc',
  args: ['-p', project, '--checkers', '1'],
})

/** The longest first, because they run side by side. */
const checks: readonly Check[] = [
  { name: 'dead', tool: 'knip', args: [] },
  ...[
    'apps/server',
    'apps/web',
    'tsconfig.json',
    'apps/card-bridge',
    'packages/contract',
    'packages/domain',
  ].map(typeCheck),
  { name: 'lint', tool: 'oxlint', args: [] },
  { name: 'format', tool: 'oxfmt', args: ['--check'] },
]

/** The compiler is a Go program: fewer garbage collections save a fifth of its time. */
const env = { GOGC: '400', ...process.env }

/**
 * Runs the checks side by side and prints the output of each when it ends. Each counts as one test.
 *
 * @param names `types`, `lint`, `format` and `dead`; all by default
 */
export async function check(names: readonly string[] = []): Promise<Counts> {
  const waiting = checks.filter(({ name }) => names.length === 0 || names.includes(name))
  const results: Counts[] = []
  const runWaiting = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { tool, args } = next
      const { code, output } = await outputOf(tool, args, { env })
      const passed = code === 0
      if (!passed) process.stdout.write(output)
      const command = [tool, ...args].join(' ')
      console.log(`${passed ? '✓' : '✗'} ${command}`)
      results.push({
        passed: Number(passed),
        failures: passed ? [] : [{ test: command, message: output }],
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, runWaiting))
  return sumCounts(results)
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const { passed, failures } = await check(process.argv.slice(2))
    return failures.length > 0 || passed === 0 ? 1 : 0
  })
}
