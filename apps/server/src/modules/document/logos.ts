/** The logos of branches, scaled for print. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { drawOnWhite } from '../../adapters/files/picture.ts'
import type { LogoView, SchoolView } from '../../adapters/pdf/view.ts'
import type { Services } from '../../kernel/context.ts'
import { readFile } from '../file/read-file.ts'

/** 4 × 2 cm at 300 dpi. */
const maxSize = { width: 480, height: 240 }
/** A logo takes about 30 kB. */
const maxCached = 100
/** A document waits this long for its logo. */
const loadTimeoutMs = 1000
/** After a failure, loading is tried again this much later. */
const retryAfterMs = 60_000

export interface Logos {
  /** The view with its logo, or without one where there is none or loading fails; never throws. */
  onto<View extends { school: SchoolView }>(view: View, fileId: number | null): Promise<View>
}

/** Files never change, so each logo is read and drawn once. */
export function createLogos(
  services: Pick<Services, 'db' | 'files'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Logos {
  const known = new Map<number, { logo: Promise<LogoView | null>; until: number }>()

  async function draw(fileId: number): Promise<LogoView> {
    const stored = await readFile(services, fileId)
    if (stored === null) throw new Error('the file does not exist')
    const jpeg = await drawOnWhite(stored.bytes, maxSize)
    return { name: `logo-${fileId}`, src: `data:image/jpeg;base64,${jpeg.toString('base64')}` }
  }

  function find(fileId: number): Promise<LogoView | null> {
    const found = known.get(fileId)
    if (found !== undefined && Date.now() < found.until) return found.logo
    if (known.size >= maxCached) known.clear()
    const logo = draw(fileId).catch((err: unknown) => {
      log.warn({ err, file_id: fileId }, 'a document is printed without its logo')
      known.set(fileId, { logo: Promise.resolve(null), until: Date.now() + retryAfterMs })
      return null
    })
    known.set(fileId, { logo, until: Infinity })
    return logo
  }

  return {
    async onto(view, fileId) {
      if (fileId === null) return view
      const late = new AbortController()
      const logo = await Promise.race([
        find(fileId),
        wait(loadTimeoutMs, null, { signal: late.signal, ref: false }),
      ])
      late.abort()
      return logo === null ? view : { ...view, school: { ...view.school, logo } }
    },
  }
}
