import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeVersions } from '../soak/node-versions.ts'
import { root } from './run.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The settings in the table of the documentation. */
const settings = new Set(
  read('docs/configuration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => line.split('|')[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? []),
)
/** Variables of Node and of the image of PostgreSQL. */
const foreign = /^(NODE_ENV|POSTGRES_\w+)$/

describe('the examples of a deployment', () => {
  it.each([
    ['Dockerfile', /(?<=^ENV .*)\b[A-Z_]+(?==)/gm],
    ['compose.yaml', /^ +[A-Z_]+(?=:)/gm],
    ['deploy/khapdee.service', /(?<=^Environment=.*)\b[A-Z_]+(?==)/gm],
  ])('%s sets only settings that exist', (path, pattern) => {
    const names = (read(path).match(pattern) ?? []).map((name) => name.trim())
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !settings.has(name) && !foreign.test(name))).toEqual([])
  })

  it('start the program that the build writes', () => {
    const program = 'apps/server/dist/main.js'
    expect(JSON.parse(read('package.json')).scripts.serve).toBe(`node ${program}`)
    expect(read('Dockerfile')).toContain(`CMD ["node", "${program}"]`)
    expect(read('deploy/khapdee.service')).toContain(`node ${program}\n`)
  })

  it('copy files that the repository or its build has', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/build\/(\S+)/gm)]
    const built = /\/dist$|^node_modules$/
    const missing = copied.filter(
      ([, path = '']) => !built.test(path) && !existsSync(join(root, path)),
    )
    expect(missing).toEqual([])
  })

  it('state and test the same versions of Node', () => {
    const listed = nodeVersions.map((version) => `'${version}'`).join(', ')
    expect(read('.github/workflows/ci.yml')).toContain(`node: [${listed}]`)
    expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${nodeVersions[0]}`)
    expect(read('Dockerfile')).toMatch(new RegExp(`^FROM node:${nodeVersions.at(-1)}-slim$`, 'm'))
    expect(read('docs/installation.md')).toContain(
      `Node ${nodeVersions.at(-1)} is recommended; ${nodeVersions.slice(0, -1).join(' and ')} are tested`,
    )
  })

  it('stop a server later than it stops by itself', () => {
    const seconds = /shutdownMs = (\d+)_000/.exec(read('apps/server/src/main.ts'))?.[1]
    for (const [path, pattern] of [
      ['compose.yaml', /stop_grace_period: (\d+)s/],
      ['deploy/khapdee.service', /TimeoutStopSec=(\d+)/],
    ] as const) {
      expect(Number(pattern.exec(read(path))?.[1])).toBeGreaterThan(Number(seconds))
    }
  })
})
