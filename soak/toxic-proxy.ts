/** A bad line: a TCP proxy that delays, tears, swallows or refuses what passes through it. */
import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is wrong with the line; nothing at first. */
export interface Toxins {
  /** Each piece of data waits so long, and up to as long again. */
  latencyMs: number
  /** Takes what is sent, and hands nothing on until this ends. */
  swallows: boolean
  /** New connections are reset. */
  refuses: boolean
}

export interface ToxicProxy {
  readonly port: number
  readonly toxins: Toxins
  /** Resets every connection there is. */
  tear(): void
  close(): Promise<void>
}

const glanceMs = 20

/** Listens on a port of its own and hands on to `target` of this machine. */
export async function startToxicProxy(target: number): Promise<ToxicProxy> {
  const toxins: Toxins = { latencyMs: 0, swallows: false, refuses: false }
  const sockets = new Set<Socket>()

  const delay = async (from: Socket): Promise<void> => {
    const { latencyMs } = toxins
    if (latencyMs > 0) await sleep(latencyMs * (1 + Math.random()))
    while (toxins.swallows && !from.destroyed) await sleep(glanceMs)
  }

  /** In order: a piece leaves when the ones before it have left. */
  const pipe = async (from: Socket, to: Socket): Promise<void> => {
    try {
      for await (const piece of from) {
        await delay(from)
        if (!to.write(piece)) await once(to, 'drain')
      }
      to.end()
    } catch {
      to.destroy()
    }
  }

  const server = createServer((near) => {
    if (toxins.refuses) {
      near.resetAndDestroy()
      return
    }
    const far = connect(target, '127.0.0.1')
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
      void pipe(one, other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP address')

  const tear = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: address.port,
    toxins,
    tear,
    async close() {
      server.close()
      tear()
      await once(server, 'close')
    },
  }
}
