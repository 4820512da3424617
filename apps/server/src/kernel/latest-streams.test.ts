import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LatestStreams, type StreamNotice, createLatestStreams } from './latest-streams.ts'

const reader = 7
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

interface Server {
  streams: LatestStreams
  inbox: StreamNotice[]
  /** What was sent while it did not listen is lost. */
  isListening: boolean
}

/** Servers that hear each other's notices after a while, in the order in which they were sent. */
function startServers(count: number): Server[] {
  const servers: Server[] = []
  const notify = (notice: StreamNotice) => {
    for (const server of servers) if (server.isListening) server.inbox.push(notice)
  }
  while (servers.length < count)
    servers.push({ streams: createLatestStreams(notify), inbox: [], isListening: true })
  return servers
}

/** Delivers one waiting notice. @returns whether there was one */
function deliver({ inbox, streams }: Server): boolean {
  const notice = inbox.shift()
  if (notice !== undefined) streams.hear(notice)
  return notice !== undefined
}

const step = fc.record({
  server: fc.nat(2),
  do: fc.constantFrom('open', 'open', 'close', 'deliver', 'deliver', 'deafen', 'listen'),
  choice: fc.nat(),
})

it('leaves only the stream that was opened last, after lost notices too', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const servers = startServers(3)
      let open: { at: number; server: number }[] = []
      let now = 0
      const listen = (server: Server) => {
        if (server.isListening) return
        server.isListening = true
        server.streams.relearn()
      }
      for (const { server: index, do: action, choice } of steps) {
        const server = servers[index] as Server
        if (action === 'open') {
          const at = ++now
          // Streams that are opened at the same moment are told apart, too.
          server.streams.open(reader, { id: idOf(at), openedAt: Math.floor(at / 2) })
          open.push({ at, server: index })
        } else if (action === 'close') {
          const own = open.filter((stream) => stream.server === index)
          const closed = own[choice % Math.max(own.length, 1)]
          if (closed === undefined) continue
          open = open.filter((stream) => stream !== closed)
          server.streams.close(reader, idOf(closed.at))
        } else if (action === 'deliver') deliver(server)
        else if (action === 'deafen') {
          server.isListening = false
          server.inbox = []
        } else listen(server)
      }
      for (const server of servers) listen(server)
      let deliveries = 0
      while (servers.map(deliver).includes(true)) {
        if (++deliveries > 1_000) throw new Error('The servers do not come to an end.')
      }
      // A server without streams of the reader need not know: it asks all the others.
      const asked = servers.flatMap(({ streams }, index) =>
        open.filter(
          ({ at, server }) => server === index && streams.latest(reader)?.id === idOf(at),
        ),
      )
      expect(asked).toEqual(open.slice(-1))
    }),
    { numRuns: 500 },
  )
})
