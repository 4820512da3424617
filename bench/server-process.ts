/** Waiting for a server that another process is starting. */
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A port of 127.0.0.1 that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

/** Asks until the address answers 200; gives up after half a minute. */
export async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await setTimeout(100)
  }
  throw new Error(`${url} did not answer`)
}
