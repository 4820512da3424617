/** The logos of branches, scaled for print. */
import { setTimeout as wait } from 'node:timers/promises'
import { flattenOnWhite } from '../../adapters/files/picture.ts'
import type { LogoView, SchoolView } from '../../adapters/pdf/view.ts'
import type { Services } from '../../kernel/context.ts'
import { readStoredFile } from '../file/read-file.ts'

/** 4 × 2 cm at 300 dpi. */
const maxSize = { width: 480, height: 240 }
/** Maximum number of logos in memory; each takes about 30 kB. */
const maxCached = 100
/** A document is printed without its logo when loading takes longer. */
const loadTimeoutMs = 1000
/** Delay before loading is retried after a failure. */
const retryAfterMs = 60_000

export interface Logos {
  /**
   * Returns the view with the logo of this file. Without a file, or when loading fails or takes too long,
   * the view is returned unchanged; never throws.
   */
  addTo<View extends { school: SchoolView }>(view: View, fileId: number | null): Promise<View>
}

/** Creates the cache of logos. Files never change, so each logo is read and drawn once. */
export function createLogos(services: Pick<Services, 'db' | 'files' | 'log' | 'health'>): Logos {
  const cache = new Map<number, { logo: Promise<LogoView | null>; expiresAt: number }>()

  async function draw(fileId: number): Promise<LogoView> {
    const stored = await readStoredFile(services, fileId)
    if (stored === null) throw new Error('the file does not exist')
    const jpeg = await flattenOnWhite(stored.bytes, maxSize)
    return { name: `logo-${fileId}`, src: `data:image/jpeg;base64,${jpeg.toString('base64')}` }
  }

  function find(fileId: number): Promise<LogoView | null> {
    const found = cache.get(fileId)
    if (found !== undefined && Date.now() < found.expiresAt) return found.logo
    if (cache.size >= maxCached) cache.clear()
    const logo = draw(fileId).catch((err: unknown) => {
      services.log.warn({ err, file_id: fileId }, 'a document is printed without its logo')
      cache.set(fileId, { logo: Promise.resolve(null), expiresAt: Date.now() + retryAfterMs })
      return null
    })
    cache.set(fileId, { logo, expiresAt: Infinity })
    return logo
  }

  return {
    async addTo(view, fileId) {
      if (fileId === null) return view
      const timeout = new AbortController()
      const logo = await Promise.race([
        find(fileId),
        wait(loadTimeoutMs, null, { signal: timeout.signal, ref: false }),
      ])
      timeout.abort()
      return logo === null ? view : { ...view, school: { ...view.school, logo } }
    },
  }
}
