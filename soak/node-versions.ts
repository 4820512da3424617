/** Runs tests with each version of Node that the product supports, installed from npm. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { runTool } from '../scripts/run.ts'

/** The oldest supported version, and the latest of each later line. */
export const nodeVersions = ['20.19', '22', '24']

/**
 * The tests of what depends on Node: system calls, the installed product, its start, and the
 * connections of programs.
 */
const tests = [
  'packages',
  'apps/card-bridge',
  'scripts/production-install.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/modules/card-reader',
]

/** Installs a version of Node for this computer. @returns the path of its program */
function installNode(version: string, folder: string): string {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}`
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', '--prefix', folder, ...options, `${name}@${version}`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return join(folder, 'node_modules', name, 'bin/node')
}

/** @returns whether the tests passed with all versions */
export async function runNodeVersions(log: (line: string) => void): Promise<boolean> {
  let passed = true
  for (const version of nodeVersions) {
    const folder = mkdtempSync(join(tmpdir(), 'khapdee-node-'))
    // The test of the installed product runs it as a different user.
    chmodSync(folder, 0o755)
    try {
      const program = installNode(version, folder)
      log(execFileSync(program, ['--version'], { encoding: 'utf8' }).trim())
      const PATH = `${dirname(program)}${delimiter}${process.env['PATH']}`
      const env = { ...process.env, PATH }
      passed = (await runTool('vitest', ['run', ...tests], { env })) === 0 && passed
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return passed
}
