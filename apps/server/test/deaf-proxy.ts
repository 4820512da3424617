/**
 * A proxy before PostgreSQL that can drop notifications. A pooler in transaction mode does so, too: LISTEN succeeds, but
 * on a connection that the client does not keep.
 */
import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'

export interface DeafProxy {
  /** The connection string through the proxy. */
  readonly url: string
  /** Drops notifications while true; false at first. */
  isDeaf: boolean
  close(): Promise<void>
}

const notification = 'A'.charCodeAt(0)
/** A message has a type, and a length that counts itself and the content. */
const typeBytes = 1

/** Splits the server's answers into messages and forwards those that `passes` accepts. */
function forwardMessages(from: Socket, to: Socket, passes: (type: number) => boolean): void {
  let pending = Buffer.alloc(0)
  from.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes])
    while (pending.length >= typeBytes + 4) {
      const size = typeBytes + pending.readInt32BE(typeBytes)
      if (pending.length < size) return
      if (passes(pending[0] ?? 0)) to.write(pending.subarray(0, size))
      pending = pending.subarray(size)
    }
  })
}

/** Forwards to the database of a connection string without TLS; forwards notifications at first. */
export async function startDeafProxy(databaseUrl: string): Promise<DeafProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    near.pipe(far)
    forwardMessages(far, near, (type) => type !== notification || !proxy.isDeaf)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP address')
  const near = new URL(databaseUrl)
  near.hostname = '127.0.0.1'
  near.port = String(address.port)
  const proxy: DeafProxy = {
    url: near.href,
    isDeaf: false,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  return proxy
}
