/**
 * Runs a command for the operator of the server: `node scripts/launch.js backup school.zip`. It comes from its source where the
 * development tools are installed, otherwise from the build, so that a production install needs none of them.
 */
import { existsSync } from 'node:fs'

const [, , name = '', ...rest] = process.argv
// The programs read their arguments after the first two.
process.argv = [...process.argv.slice(0, 2), ...rest]

const built = new URL(`../apps/server/dist/${name === 'start' ? 'main' : name}.js`, import.meta.url)
const tsx = await import('tsx/esm/api').catch(() => undefined)

if (tsx !== undefined) {
  tsx.register()
  await import(new URL(`${name}.ts`, import.meta.url).href)
} else if (existsSync(built)) {
  await import(built.href)
} else {
  console.error('Not built: run "npm ci && npm run build" first.')
  process.exitCode = 1
}
