/** `npm run build`: builds the server and the web app, each only if its output is out of date. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { isMain, main, root, runTool } from './run.ts'
import { readStamp, stampOf } from './stamp.ts'
import { thirdPartyNotices } from './third-party.ts'

const server = join(root, 'apps/server')
const web = join(root, 'apps/web')
const cardBridge = join(root, 'apps/card-bridge')
/** The files that a counter computer needs in addition to the program. */
const cardBridgeFiles = join(root, 'deploy/card-bridge')
/** The licences of third-party packages, in the folder of the programs. */
const noticesFile = 'third-party-notices.txt'
const shared = ['package-lock.json', 'tsconfig.base.json', 'packages'].map((path) =>
  join(root, path),
)

interface BuildTarget {
  readonly name: string
  readonly sources: readonly string[]
  readonly output: string
  run(): Promise<void>
}

const targets: BuildTarget[] = [
  {
    name: 'server',
    sources: [...shared, join(root, 'scripts'), join(server, 'src'), join(server, 'package.json')],
    output: join(server, 'dist'),
    run: () => buildServer(join(server, 'dist')),
  },
  {
    name: 'web app',
    sources: [
      ...shared,
      join(root, 'scripts/build.ts'),
      ...['src', 'build', 'public', 'index.html', 'vite.config.ts', 'package.json'].map((path) =>
        join(web, path),
      ),
    ],
    output: join(web, 'dist'),
    run: buildWeb,
  },
  {
    name: 'card reader program',
    sources: [
      ...shared,
      join(root, 'scripts/build.ts'),
      join(cardBridge, 'src'),
      join(cardBridge, 'package.json'),
      cardBridgeFiles,
    ],
    output: join(cardBridge, 'dist'),
    run: buildCardBridge,
  },
]

/**
 * Builds the server and the web app if their sources have changed.
 *
 * @param progress receives one line for each part that is built
 * @throws when a build fails, after printing the reason
 */
export async function build(progress: (line: string) => void): Promise<void> {
  for (const { name, sources, output, run } of targets) {
    const stamp = stampOf(sources)
    const stampFile = join(output, '.stamp')
    if (readStamp(stampFile) === stamp) continue
    progress(`Building the ${name}…`)
    // The stamp is written last, so that an interrupted build is repeated.
    await rm(stampFile, { force: true })
    await run()
    await mkdir(output, { recursive: true })
    await writeFile(stampFile, stamp)
  }
}

/** The programs of `scripts/` that a school's computer runs without the development tools. */
const programs = ['backup', 'restore', 'after-restore', 'verify-data', 'verify-audit', 'files']

/**
 * Builds the server and the programs in the same folder.
 *
 * @param dist the output folder, which is emptied first
 */
export async function buildServer(dist: string): Promise<void> {
  const esbuild = await import('esbuild')
  await rm(dist, { recursive: true, force: true })
  const options: BuildOptions = {
    entryPoints: {
      main: join(server, 'src/main.ts'),
      'pdf-worker': join(server, 'src/adapters/pdf/worker.ts'),
      'sheet-worker': join(server, 'src/adapters/sheet/worker.ts'),
      ...Object.fromEntries(programs.map((name) => [name, join(root, `scripts/${name}.ts`)])),
    },
    outdir: dist,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    plugins: [externalPackages],
    logLevel: 'warning',
  }
  await esbuild.build(options).catch(() => {
    // esbuild has printed the errors.
    throw new Error('The server could not be built.')
  })
  await cp(join(server, 'src/db/migrations'), join(dist, 'migrations'), { recursive: true })
  await writeFile(join(dist, noticesFile), thirdPartyNotices())
}

/**
 * Packages included in the bundle: those of this repository, which are TypeScript, and packages with
 * hundreds of small modules. Loading these as separate files took a fifth of the processor time at start.
 */
const bundled = /^(@khapdee\/|kysely$|zod$)/

const externalPackages: Plugin = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || bundled.test(path) ? undefined : { path, external: true },
    )
  },
}

/** Builds a folder to copy to the computers of counters, where npm installs the one package that the program loads. */
async function buildCardBridge(): Promise<void> {
  const esbuild = await import('esbuild')
  const dist = join(cardBridge, 'dist')
  await rm(dist, { recursive: true, force: true })
  await cp(cardBridgeFiles, dist, { recursive: true })
  const { version, optionalDependencies } = JSON.parse(
    await readFile(join(cardBridge, 'package.json'), 'utf8'),
  )
  const manifest = {
    name: 'khapdee-card-bridge',
    version,
    private: true,
    type: 'module',
    scripts: { start: 'node card-bridge.js' },
    dependencies: optionalDependencies,
  }
  await writeFile(join(dist, noticesFile), thirdPartyNotices())
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await esbuild
    .build({
      entryPoints: [join(cardBridge, 'src/main.ts')],
      outfile: join(dist, 'card-bridge.js'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      plugins: [externalPackages],
      logLevel: 'warning',
    })
    .catch(() => {
      // esbuild has printed the errors.
      throw new Error('The card reader program could not be built.')
    })
}

async function buildWeb(): Promise<void> {
  const code = await runTool('vite', ['build', '--logLevel', 'warn'], { cwd: web })
  if (code !== 0) throw new Error('The web app could not be built.')
}

if (isMain(import.meta.url)) await main(() => build(console.log))
