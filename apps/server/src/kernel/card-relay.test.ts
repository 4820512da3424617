import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCardRelay } from './card-relay.ts'

afterEach(() => vi.useRealTimers())

describe('createCardRelay', () => {
  it('answers null, as for a missing program, when a connected one is dead', async () => {
    vi.useFakeTimers()
    const changes = { on: () => {}, onGap: () => {}, isListening: () => true }
    const relay = createCardRelay({} as never, changes as never, 'a secret of the test')
    const written: string[] = []
    const write = (text: string) => written.push(text)
    const raw = { on: () => {}, once: () => {}, writeHead: () => {}, end: () => {}, write }
    relay.stream({ raw, hijack: () => {}, getHeaders: () => ({}) } as never, {
      reader: 7,
      openedAt: 1,
      isAllowed: async () => true,
    })
    const answer = relay.ask(7, 'read')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toBeNull()
    expect(written.at(-1)).toContain('"kind":"read"')
    relay.close()
  })
})
