/** A TCP proxy that simulates a faulty connection: it delays, resets, stalls or refuses. */
import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The active faults; initially none. */
export interface Toxins {
  /** Each chunk is delayed by one to two times this value. */
  latencyMs: number
  /** While true, data is accepted but not forwarded. */
  stalls: boolean
  /** While true, new connections are reset. */
  refuses: boolean
}

export interface ToxicProxy {
  readonly port: number
  readonly toxins: Toxins
  /** Resets every open connection. */
  resetAll(): void
  close(): Promise<void>
}

const pollMs = 20

/** Listens on a free port and forwards to the local port `target`. */
export async function startToxicProxy(target: number): Promise<ToxicProxy> {
  const toxins: Toxins = { latencyMs: 0, stalls: false, refuses: false }
  const sockets = new Set<Socket>()

  const delay = async (from: Socket): Promise<void> => {
    const { latencyMs } = toxins
    if (latencyMs > 0) await sleep(latencyMs * (1 + Math.random()))
    while (toxins.stalls && !from.destroyed) await sleep(pollMs)
  }

  /** Forwards in order: a chunk is written after the previous one. */
  const pipe = async (from: Socket, to: Socket): Promise<void> => {
    try {
      for await (const chunk of from) {
        await delay(from)
        if (!to.write(chunk)) await once(to, 'drain')
      }
      to.end()
    } catch {
      to.destroy()
    }
  }

  const server = createServer((client) => {
    if (toxins.refuses) {
      client.resetAndDestroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      void pipe(one, other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP address')

  const resetAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: address.port,
    toxins,
    resetAll,
    async close() {
      server.close()
      resetAll()
      await once(server, 'close')
    },
  }
}
