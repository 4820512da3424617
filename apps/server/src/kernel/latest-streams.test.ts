import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type LatestStreams, type StreamNotice, createLatestStreams } from './latest-streams.ts'

const reader = 7
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

interface Server {
  streams: LatestStreams
  inbox: StreamNotice[]
  /** Notices that are sent while the server does not listen are lost. */
  isListening: boolean
}

interface Open {
  at: number
  server: number
  instance: string
}

/** Servers that receive all notices in the same order, which may differ from the order of sending. */
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
  if (notice !== undefined) streams.receive(notice)
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
    'stopListening',
    'listen',
  ),
  choice: fc.nat(),
  instance: fc.constantFrom('a', 'a', 'a', 'b'),
})

it('ends the streams of every program but the one that opened the last stream, also if notices are late or lost', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, losesNotices) => {
      let open: Open[] = []
      const opened: Open[] = []
      const { servers, announce } = startServers(3, (id) => {
        const ended = open.find(({ at }) => idOf(at) === id)
        if (ended === undefined) throw new Error('A stream that is not open was ended.')
        // A stream is ended only if another program has opened a later one.
        expect(
          opened.some(({ at, instance }) => at > ended.at && instance !== ended.instance),
        ).toBe(true)
        open = open.filter((stream) => stream !== ended)
      })
      let now = 0
      const listen = (server: Server) => {
        if (server.isListening) return
        server.isListening = true
        server.streams.resync()
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
        else if (action === 'stopListening') {
          if (!losesNotices) continue
          server.isListening = false
          server.inbox = []
        } else listen(server)
      }
      for (const server of servers) listen(server)
      let notices = 0
      const settle = () => {
        while ([announce(notices), ...servers.map(deliver)].includes(true)) {
          if (++notices > 1_000) throw new Error('The servers send notices without end.')
        }
      }
      settle()
      // A request to a stream that ended while its server did not listen gets no answer, and the asking server forgets it.
      const isOpen = (id: string | undefined) => open.some(({ at }) => idOf(at) === id)
      for (const { streams } of servers) {
        const latest = streams.latest(reader)
        if (losesNotices && latest !== undefined && !isOpen(latest.id))
          streams.forget(reader, latest.id)
        settle()
      }
      // Only servers that have streams of the reader need to track which one is the latest: the
      // others send requests to all servers.
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
