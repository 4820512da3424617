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

interface Open {
  at: number
  server: number
  instance: string
}

/** Servers that hear all notices in one order, which need not be the one in which they were sent. */
function startServers(count: number, replace: (id: string) => void) {
  const servers: Server[] = []
  const sent: StreamNotice[] = []
  const notify = (notice: StreamNotice) => void sent.push(notice)
  while (servers.length < count)
    servers.push({
      streams: createLatestStreams({ notify, replace }),
      inbox: [],
      isListening: true,
    })
  /** Announces one of the notices that were sent. @returns whether there was one */
  const announce = (choice: number): boolean => {
    const [notice] = sent.splice(choice % Math.max(sent.length, 1), 1)
    if (notice === undefined) return false
    for (const server of servers) if (server.isListening) server.inbox.push(notice)
    return true
  }
  return { servers, announce }
}

/** Delivers one waiting notice. @returns whether there was one */
function deliver({ inbox, streams }: Server): boolean {
  const notice = inbox.shift()
  if (notice !== undefined) streams.hear(notice)
  return notice !== undefined
}

const step = fc.record({
  server: fc.nat(2),
  do: fc.constantFrom(
    'open',
    'open',
    'close',
    'announce',
    'deliver',
    'deliver',
    'deafen',
    'listen',
  ),
  choice: fc.nat(),
  instance: fc.constantFrom('a', 'a', 'a', 'b'),
})

it('leaves only the stream that was opened last, and those of its program, after lost and late notices too', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, losesNotices) => {
      let open: Open[] = []
      const opened: Open[] = []
      const { servers, announce } = startServers(3, (id) => {
        const ended = open.find(({ at }) => idOf(at) === id)
        if (ended === undefined) throw new Error('A stream that is not open was ended.')
        // A program is replaced by a later one only.
        expect(
          opened.some(({ at, instance }) => at > ended.at && instance !== ended.instance),
        ).toBe(true)
        open = open.filter((stream) => stream !== ended)
      })
      let now = 0
      const listen = (server: Server) => {
        if (server.isListening) return
        server.isListening = true
        server.streams.relearn()
      }
      for (const { server: index, do: action, choice, instance } of steps) {
        const server = servers[index] as Server
        if (action === 'open') {
          const stream = { at: ++now, server: index, instance }
          open.push(stream)
          opened.push(stream)
          // Two streams share each time, as they may open in the same millisecond.
          const openedAt = Math.floor(stream.at / 2)
          server.streams.open(reader, { id: idOf(stream.at), openedAt, instance })
        } else if (action === 'close') {
          const own = open.filter((stream) => stream.server === index)
          const closed = own[choice % Math.max(own.length, 1)]
          if (closed === undefined) continue
          open = open.filter((stream) => stream !== closed)
          server.streams.close(reader, idOf(closed.at))
        } else if (action === 'announce') announce(choice)
        else if (action === 'deliver') deliver(server)
        else if (action === 'deafen') {
          if (!losesNotices) continue
          server.isListening = false
          server.inbox = []
        } else listen(server)
      }
      for (const server of servers) listen(server)
      let notices = 0
      const settle = () => {
        while ([announce(notices), ...servers.map(deliver)].includes(true)) {
          if (++notices > 1_000) throw new Error('The servers do not come to an end.')
        }
      }
      settle()
      // No server answers for a stream that ended while its server did not listen.
      const isOpen = (id: string | undefined) => open.some(({ at }) => idOf(at) === id)
      for (const { streams } of servers) {
        const latest = streams.latest(reader)
        if (losesNotices && latest !== undefined && !isOpen(latest.id))
          streams.lose(reader, latest.id)
        settle()
      }
      // Only a server with streams of the reader must know which one is the latest: the others ask all servers.
      const asked = servers.flatMap(({ streams }, index) =>
        open.filter(
          ({ at, server }) => server === index && streams.latest(reader)?.id === idOf(at),
        ),
      )
      expect(asked).toEqual(open.slice(-1))
      expect(new Set(open.map(({ instance }) => instance)).size).toBe(Number(open.length > 0))
    }),
    { numRuns: 500 },
  )
})
