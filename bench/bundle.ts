/** Measures the compressed size of each screen of the web app, from the manifest of the bundler. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import { root, runTool } from '../scripts/run.ts'
import { rounded } from './figures.ts'
import type { Figure } from './thresholds.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}
type Manifest = Readonly<Record<string, Chunk>>

/** The resource of a CRUD entity. Its list and its form use the shared screens below. */
const resourcePath = /^src\/features\/(.*)\/resource\.tsx$/
const crudScreens = { list: 'src/crud/resource-list.tsx', form: 'src/crud/resource-form.tsx' }
/** The screen of the calendar, and the library that it loads for the views other than the month. */
const calendarScreen = 'src/features/exam-session/calendar/calendar-screen.tsx'
const calendarLibrary = 'src/features/exam-session/calendar/calendar-grid.tsx'
/** The dialog that scans QR codes with the camera, which is loaded when it is opened, and its WebAssembly. */
const cameraDialog = 'src/features/exam-day/camera-dialog.tsx'
const examDayScreen = 'src/features/exam-day/exam-day-screen.tsx'
const firstList = 'src/features/application/lists/application-list.tsx'

/**
 * The manifest keys of the chunks, and of all chunks that they import statically, directly or
 * through others.
 */
function withStaticImports(manifest: Manifest, keys: readonly string[], found = new Set<string>()) {
  for (const key of keys) {
    if (found.has(key)) continue
    found.add(key)
    withStaticImports(manifest, manifest[key]?.imports ?? [], found)
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
  // The entry chunks contain the route table, which imports the screens dynamically.
  const lazyScreens = [...withStaticImports(manifest, entries)].flatMap(
    (key) => manifest[key]?.dynamicImports ?? [],
  )
  const chunksFor = (...keys: string[]) => {
    const missing = keys.filter((key) => !lazyScreens.includes(key))
    if (missing.length > 0) throw new Error(`no chunk of ${missing.join(', ')}`)
    return withStaticImports(manifest, [...entries, ...keys])
  }
  const filesOf = (keys: Iterable<string>) =>
    new Set([...keys].flatMap((key) => manifest[key]?.file ?? []))
  const stylesOf = (keys: Iterable<string>) =>
    new Set([...keys].flatMap((key) => manifest[key]?.css ?? []))

  const chunksOfRoute = {
    '/login': chunksFor('src/shell/sign-in-screen.tsx'),
    '/registrations': chunksFor('src/shell/app-shell.tsx', firstList),
  }
  const firstLoadChunks = new Set([...chunksOfRoute['/login'], ...chunksOfRoute['/registrations']])
  const sharedScreens = new Set(Object.values(crudScreens))
  const screens = lazyScreens.flatMap((key): [name: string, keys: string[]][] => {
    if (sharedScreens.has(key)) return []
    const entity = resourcePath.exec(key)?.[1]
    if (entity === undefined) return [[key.replace(/^src\/(features\/)?/, ''), [key]]]
    return Object.entries(crudScreens).map(([kind, screen]) => [
      `${entity}, ${kind}`,
      [key, screen],
    ])
  })
  const ownChunkFigures = screens.map(([label, screenKeys]): Figure => {
    const keys = [...withStaticImports(manifest, screenKeys)].filter(
      (needed) => !firstLoadChunks.has(needed),
    )
    return {
      label,
      value: gzipKilobytes(folder, filesOf(keys)),
      unit: 'KB',
      threshold: 'own chunks of a screen',
    }
  })
  const calendarKeys = [...withStaticImports(manifest, [calendarScreen, calendarLibrary])].filter(
    (key) => !firstLoadChunks.has(key),
  )
  const loadedBefore = new Set([...firstLoadChunks, ...chunksFor(examDayScreen)])
  const cameraKeys = [...withStaticImports(manifest, [cameraDialog])].filter(
    (key) => !loadedBefore.has(key),
  )
  const cameraAssets = cameraKeys.flatMap((key) => manifest[key]?.assets ?? [])
  return [
    {
      label: 'all views of the calendar',
      value: gzipKilobytes(folder, filesOf(calendarKeys)),
      unit: 'KB',
      threshold: 'own chunks of the calendar',
    },
    {
      label: 'exam-day/camera-dialog.tsx',
      value: gzipKilobytes(folder, filesOf(cameraKeys)),
      unit: 'KB',
      threshold: 'own chunks of a screen',
    },
    {
      label: 'WebAssembly of the camera dialog',
      value: gzipKilobytes(folder, cameraAssets),
      unit: 'KB',
      threshold: 'QR reader, WebAssembly',
    },
    ...Object.entries(chunksOfRoute).flatMap(([label, keys]): Figure[] => [
      {
        label,
        value: gzipKilobytes(folder, filesOf(keys)),
        unit: 'KB',
        threshold: label === '/login' ? 'first route, JS' : 'cold load of a list, JS',
      },
      {
        label,
        value: gzipKilobytes(folder, stylesOf(keys)),
        unit: 'KB',
        threshold: 'first route, CSS',
      },
    ]),
    ...ownChunkFigures.filter(({ value }) => value > 0),
  ]
}

/** Builds the web app with a manifest into a temporary folder; returns the sizes of its chunks in KB. */
export async function bundle(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'khapdee-bench-'))
  try {
    const args = ['build', '--logLevel', 'warn', '--manifest', '--outDir', folder, '--emptyOutDir']
    const code = await runTool('vite', args, { cwd: join(root, 'apps/web') })
    if (code !== 0) throw new Error('The web app could not be built.')
    const figures = measureBundle(folder)
    console.table(
      figures.map(({ label, value, threshold }) => ({ label, 'KB gz': value, threshold })),
    )
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
