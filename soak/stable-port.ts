import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a free port of 127.0.0.1 below the ephemeral range, so that no outgoing connection takes it
 * while the listening process is down.
 */
export async function stablePort(): Promise<number> {
  const probe = createServer()
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const listening = once(probe, 'listening')
    probe.listen(port, '127.0.0.1')
    const free = await listening.then(
      () => true,
      () => false,
    )
    if (!free) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
