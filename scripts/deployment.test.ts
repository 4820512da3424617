import { spawnSync } from 'node:child_process'
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

  it.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
    'have a unit that systemd accepts without a warning',
    () => {
      const { status, stdout, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', '--man=no', join(root, 'deploy/khapdee.service')],
        { encoding: 'utf8' },
      )
      // About units of this computer that the unit refers to.
      const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('khapdee'))
      expect({ status, own }).toEqual({ status: 0, own: [] })
    },
  )

  it('have a site of nginx whose blocks are closed, and which passes on what the server needs', () => {
    const lines = read('deploy/nginx.conf')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
    let depth = 0
    /** The directives of each block, by its first line. */
    const blocks = new Map<string, string[]>()
    const open: string[] = []
    for (const line of lines) {
      expect(line).toMatch(/^(?:[a-z_]+(?: [^;{}]+)?(?:;| \{)|\})$/)
      if (line === '}') {
        depth -= 1
        open.pop()
      } else if (line.endsWith('{')) {
        depth += 1
        open.push(line)
        blocks.set(line, [])
      } else blocks.get(open.at(-1) ?? '')?.push(line)
      expect(depth).toBeGreaterThanOrEqual(0)
    }
    expect(depth).toBe(0)
    const passed = ['location / {', 'location = /api/v1/live {']
    for (const block of passed)
      expect(blocks.get(block)).toEqual(
        expect.arrayContaining([
          'proxy_pass http://khapdee;',
          'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
        ]),
      )
    expect(blocks.get('location = /api/v1/live {')).toContain('proxy_buffering off;')
    expect(blocks.get('location = /metrics {')).toEqual(['deny all;'])
  })

  it.each(['installation', 'upgrading', 'backup-and-restore'])(
    'have commands in docs/%s.md that a shell can parse, of programs that exist',
    (page) => {
      const text = read(`docs/${page}.md`)
      const blocks = [...text.matchAll(/^( *)```sh\n(.*?)^\1```/gms)].map(
        ([, , block = '']) => block,
      )
      expect(blocks.length).toBeGreaterThan(0)
      for (const block of blocks) {
        const { status, stderr } = spawnSync('sh', ['-n'], { input: block, encoding: 'utf8' })
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      }
      const programs = [...text.matchAll(/scripts\/launch\.js (\S+)/g)].map(([, name]) => name)
      for (const name of programs) expect(existsSync(join(root, `scripts/${name}.ts`))).toBe(true)
    },
  )

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
