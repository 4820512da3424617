/** A TCP proxy in front of the server, which a test stops and starts as if the server were restarted. */
import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net'

export interface Proxy {
  /** Address of the proxy, for `baseURL`. */
  url: string
  /** Closes all connections and refuses new ones. */
  stop(): Promise<void>
  /** Accepts connections again at the same address. */
  start(): Promise<void>
}

/** Starts a proxy to the server at `target`. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let server: Server
  const listen = async (ownPort: number) => {
    server = createServer((incoming) => {
      const outgoing = connect(Number(port), hostname)
      for (const [socket, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        sockets.add(socket)
        socket.on('error', () => other.destroy())
        socket.on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
    }).listen(ownPort, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const ownPort = await listen(0)
  return {
    url: `http://127.0.0.1:${ownPort}`,
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    start: async () => void (await listen(ownPort)),
  }
}
