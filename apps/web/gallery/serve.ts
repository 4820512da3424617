/** Runs a development server for tests of the gallery, on a free port and with a separate cache. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

/** Starts the server. Returns its root URL, and a function that stops it and deletes its cache. */
export async function serveDevelopment(): Promise<{ url: string; close: () => Promise<void> }> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const cacheDir = mkdtempSync(join(tmpdir(), 'khapdee-gallery-'))
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  await server.listen()
  const url = server.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('The development server has no URL.')
  const close = async () => {
    await server.close()
    rmSync(cacheDir, { recursive: true, force: true })
  }
  return { url, close }
}
