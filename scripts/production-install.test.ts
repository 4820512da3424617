/**
 * Tests the product as an operator installs it: built, moved, on a read-only file system, without
 * the development tools.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildServer } from './build.ts'
import { root } from './run.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'

interface LockFile {
  packages: Record<string, { dev?: boolean; link?: boolean }>
}

let folder: string
let install: string
let data: string
/** The user that runs the program: not the owner of the files, if the test may choose the user. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'khapdee-install-'))
  chmodSync(folder, 0o755)
  install = join(folder, 'moved')
  data = join(folder, 'data')
  mkdirSync(data)
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid)
  for (const path of productionPackages()) copy(path)
  for (const path of ['package.json', 'apps/server/package.json', 'scripts/launch.js']) copy(path)
  await buildServer(join(install, 'apps/server/dist'))
  execFileSync('chmod', ['-R', 'a-w,a+rX', install])
}, 120_000)

afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true })
}, 120_000)

/** The packages that `npm ci --omit=dev` installs on this computer. */
function productionPackages(): string[] {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as LockFile
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)))
}

/**
 * Copies a file, or a package without the packages inside it, which have their own entries in the
 * lock file.
 */
function copy(path: string): void {
  const source = join(root, path)
  mkdirSync(dirname(join(install, path)), { recursive: true })
  cpSync(source, join(install, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (name) => !name.slice(source.length).includes('node_modules'),
  })
}

const run = (path: string, args: string[] = [], env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [join(install, path), ...args], {
    cwd: '/',
    env: { PATH: process.env['PATH'], SEED: 'none', DATA_DIR: data, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })

/**
 * Waits until the output of a program contains `text`. @throws Error with the output if the program
 * ends before
 */
async function waitFor(child: ChildProcess, text: string): Promise<void> {
  let output = ''
  child.stderr?.on('data', (chunk) => (output += chunk))
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += chunk
    if (output.includes(text)) return
  }
  throw new Error(output)
}

/** Disk space of a folder in megabytes. */
const megabytes = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6

function residentMegabytes({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

it('the installed product is small', () => {
  expect(megabytes(join(install, 'node_modules'))).toBeLessThan(210)
})

it('the server starts as one process of less than 220 MB, and the other programs run beside it', async () => {
  const PORT = String(await freePort())
  const server = run('apps/server/dist/main.js', [], { PORT })
  try {
    await waitFor(server, 'Create the first administrator')
    expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200)
    const file = join(data, 'school.zip')
    for (const args of [['backup', file], ['verify-data'], ['verify-audit'], ['files']]) {
      const program = run('scripts/launch.js', args)
      let output = ''
      for (const stream of [program.stdout, program.stderr]) {
        stream?.on('data', (chunk) => (output += chunk))
      }
      const [code] = await once(program, 'close')
      expect([args[0], code, output]).toEqual([args[0], 0, expect.any(String)])
    }
    expect(statSync(file).size).toBeGreaterThan(0)
    // Measured after the fonts of documents are loaded, and the memory of the start is released.
    await vi.waitFor(() => expect(residentMegabytes(server)).toBeLessThan(220), 200_000)
  } finally {
    const exit = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  }
}, 260_000)
