import { relayAnswer, relayReplaced } from '@khapdee/contract/card-relay'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCardRelay } from './card-relay.ts'

const reader = 7

/** A relay on the only server, and programs that are connected to it. */
function startRelay() {
  const changes = { on: () => {}, onGap: () => {}, isListening: () => true }
  const relay = createCardRelay({} as never, changes as never, 'a secret of the test')
  let openedAt = 0
  const connect = ({ instance = '', isGone = false, isAllowed = true } = {}) => {
    const program = { written: [] as string[], calls: [] as string[], isAllowed, close: () => {} }
    const raw = {
      destroyed: isGone,
      on: () => {},
      once: (_: string, close: () => void) => (program.close = close),
      writeHead: () => {},
      write: (text: string) => program.written.push(text),
      end: () => program.calls.push('end'),
      destroy: () => program.calls.push('destroy'),
    }
    relay.stream({ raw, hijack: () => {}, getHeaders: () => ({}) } as never, {
      reader,
      instance,
      openedAt: ++openedAt,
      isAllowed: async () => program.isAllowed,
    })
    return program
  }
  /** Asks for a card. @returns which of the programs got the request */
  const ask = async (...programs: { written: string[] }[]) => {
    const before = programs.map(({ written }) => written.length)
    const answer = relay.ask(reader, 'read')
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await answer).toBeNull()
    return programs.map(({ written }, index) =>
      written.slice(before[index]).join().includes('read'),
    )
  }
  return { relay, connect, ask }
}

describe('createCardRelay', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('answers null when a connected program does not respond, as when no program is connected', async () => {
    const { relay, connect, ask } = startRelay()
    expect(await ask(connect())).toEqual([true])
    relay.close()
  })

  it('does not register a program that disconnected while its key was looked up', async () => {
    const { relay, connect, ask } = startRelay()
    const present = connect()
    const gone = connect({ isGone: true })
    expect(await ask(present, gone)).toEqual([true, false])
    expect(gone.written).toEqual([])
    relay.close()
  })

  it('sends no requests to a program whose key was revoked, and ends its connection', async () => {
    const { relay, connect, ask } = startRelay()
    const first = connect()
    const revoked = connect()
    revoked.isAllowed = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(revoked.calls).toEqual(['end'])
    expect(await ask(first, revoked)).toEqual([true, false])
    expect(revoked.calls).toEqual(['end', 'destroy'])
    relay.close()
  })

  it('ends the oldest of too many streams of one program, and uses the next one when the newest is lost', async () => {
    const { relay, connect, ask } = startRelay()
    const streams = Array.from({ length: 6 }, () => connect())
    expect(streams.map(({ calls }) => calls.length)).toEqual([1, 0, 0, 0, 0, 0])
    streams[5]?.close()
    expect(await ask(...streams)).toEqual([false, false, false, false, true, false])
    relay.close()
  })

  it('refuses an answer that does not fit a notification, and drops devices, which may have any content', async () => {
    const { relay } = startRelay()
    const request = crypto.randomUUID()
    const long = relay.answer(reader, {
      request,
      answer: { result: 'ok', fname_th: 'x'.repeat(8_000) },
    })
    await expect(long).rejects.toMatchObject({ http: 413 })
    const answer = { result: 'ok', devices: [[1e20]] }
    expect(relayAnswer.parse({ request, answer }).answer).toEqual({ result: 'ok' })
    relay.close()
  })

  it('informs a program that another computer took over its key, and sends it no requests even after that computer has disconnected', async () => {
    const { relay, connect, ask } = startRelay()
    const first = connect({ instance: 'first' })
    expect(relay.isUsedElsewhere(reader, 'first')).toBe(false)
    const second = connect({ instance: 'second' })
    expect(first.written.at(-1)).toBe(`data: ${relayReplaced}\n\n`)
    expect([first.calls, second.calls]).toEqual([['end'], []])
    expect(relay.isUsedElsewhere(reader, 'first')).toBe(true)
    second.close()
    expect(await ask(first, second)).toEqual([false, false])
    relay.close()
  })
})
