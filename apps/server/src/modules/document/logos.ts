/** The logos of branches, made ready for the documents that print them. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { drawOnWhite } from '../../adapters/files/picture.ts'
import type { LogoView, SchoolView } from '../../adapters/pdf/view.ts'
import type { Services } from '../../kernel/context.ts'
import { readFile } from '../file/read-file.ts'

/** In print it is at most 4 by 2 cm: 300 points an inch. */
const most = { width: 480, height: 240 }
/** A logo is some 30 kB. */
const maxRemembered = 100
/** So long a document waits for its logo. */
const loadTimeoutMs = 1000
/** So long after a failure nobody tries again. */
const restMs = 60_000

export interface Logos {
  /** The view with its logo; without one where there is none or it cannot be had: never an error. */
  onto<View extends { school: SchoolView }>(view: View, fileId: number | null): Promise<View>
}

/** What a file holds never changes, so each is read and drawn once. */
export function createLogos(
  services: Pick<Services, 'db' | 'files'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Logos {
  const known = new Map<number, { logo: Promise<LogoView | null>; until: number }>()

  async function draw(fileId: number): Promise<LogoView> {
    const stored = await readFile(services, fileId)
    if (stored === null) throw new Error('the file has gone')
    const jpeg = await drawOnWhite(stored.bytes, most)
    return { name: `logo-${fileId}`, src: `data:image/jpeg;base64,${jpeg.toString('base64')}` }
  }

  function find(fileId: number): Promise<LogoView | null> {
    const found = known.get(fileId)
    if (found !== undefined && Date.now() < found.until) return found.logo
    if (known.size >= maxRemembered) known.clear()
    const logo = draw(fileId).catch((err: unknown) => {
      log.warn({ err, file_id: fileId }, 'a document is printed without its logo')
      known.set(fileId, { logo: Promise.resolve(null), until: Date.now() + restMs })
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
