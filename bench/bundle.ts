/** Compressed size of each screen of the web app, from the manifest of the bundler. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { root, runTool } from '../scripts/run.ts'
import { type Figure, rounded } from './figures.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  isEntry?: boolean
}
type Manifest = Readonly<Record<string, Chunk>>

const splitRoute = /^src\/routes\/(.*)\.tsx\?tsr-split=component$/

/** The manifest keys of the chunks and of all their static imports. */
function closure(manifest: Manifest, keys: readonly string[], found = new Set<string>()) {
  for (const key of keys) {
    if (found.has(key)) continue
    found.add(key)
    closure(manifest, manifest[key]?.imports ?? [], found)
  }
  return found
}

/** Sum of the files in kilobytes, each gzipped separately as the server sends it. */
function gzipKilobytes(folder: string, files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(folder, file))).length
  return rounded(bytes / 1024)
}

function measureBundle(folder: string): Figure[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true)
  const routes = new Map(
    Object.keys(manifest).flatMap((key) => {
      const route = splitRoute.exec(key)?.[1]
      return route === undefined ? [] : [[route, key] as const]
    }),
  )
  const need = (...names: string[]) => {
    const missing = names.filter((name) => !routes.has(name))
    if (missing.length > 0) throw new Error(`no chunk of the route ${missing.join(', ')}`)
    return closure(manifest, [...entries, ...names.flatMap((name) => routes.get(name) ?? [])])
  }
  const filesOf = (keys: Iterable<string>) =>
    new Set([...keys].flatMap((key) => manifest[key]?.file ?? []))
  const stylesOf = (keys: Iterable<string>) =>
    new Set([...keys].flatMap((key) => manifest[key]?.css ?? []))

  const first = {
    '/login': need('login'),
    '/registrations': need('_app', '_app/registrations/index'),
  }
  const shared = new Set([...first['/login'], ...first['/registrations']])
  const own = [...routes].map(([route, key]): Figure => {
    const keys = [...closure(manifest, [key])].filter((needed) => !shared.has(needed))
    const value = gzipKilobytes(folder, filesOf(keys))
    return { what: route, value, unit: 'KB', threshold: 'own chunks of a screen' }
  })
  return [
    ...Object.entries(first).flatMap(([what, keys]): Figure[] => [
      {
        what,
        value: gzipKilobytes(folder, filesOf(keys)),
        unit: 'KB',
        threshold: what === '/login' ? 'first route, JS' : 'cold load of a list, JS',
      },
      {
        what,
        value: gzipKilobytes(folder, stylesOf(keys)),
        unit: 'KB',
        threshold: 'first route, CSS',
      },
    ]),
    ...own.filter(({ value }) => value > 0),
  ]
}

/** Builds the web app with a manifest into a temporary folder and measures its chunks. */
export async function bundle(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'khapdee-bench-'))
  try {
    const args = ['build', '--logLevel', 'warn', '--manifest', '--outDir', folder, '--emptyOutDir']
    const code = await runTool('vite', args, { cwd: join(root, 'apps/web') })
    if (code !== 0) throw new Error('The web app could not be built.')
    const figures = measureBundle(folder)
    console.table(
      figures.map(({ what, value, threshold }) => ({ what, 'KB gz': value, threshold })),
    )
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
