import { setTimeout as wait } from 'node:timers/promises'
import { cardPresent } from '@khapdee/contract/card-bridge'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCard, somchai } from '../test/virtual-card.ts'
import type { CardFailure } from '@khapdee/domain/card-failure'
import { CardError } from './chip.ts'
import type { Pcsc, Slot } from './pcsc.ts'
import { createReader } from './reader.ts'

/**
 * A card in one reader, which answers each command after `pauseMs`, and counts its reads. Another program uses it during the
 * first `usedReads` of them.
 */
function createPcsc({ pauseMs = 0, usedReads = 0 } = {}) {
  const counts = { reads: 0 }
  const card = createCard(somchai, 'ordinary')
  /** Failures of the next sessions. */
  const failures: CardFailure[] = []
  /** Called before each command with its number. */
  const hooks = { onCommand: (_index: number) => {} }
  const slot = { name: 'reader', isPresent: true, isMute: false, atr: card.atr, changes: 1 }
  const pcsc: Pcsc = {
    async withSession(work) {
      const failure = failures.shift()
      if (failure !== undefined) throw new CardError(failure)
      return work({
        slots: async () => [{ ...slot }],
        async withCard(_, read) {
          counts.reads++
          let commands = 0
          if (counts.reads <= usedReads) throw new CardError('IN_USE')
          return read({
            async transmit(command) {
              if (pauseMs > 0) await wait(pauseMs)
              hooks.onCommand(commands++)
              return card.answer(Buffer.from(command))
            },
          })
        },
      })
    },
  }
  return { pcsc, counts, slot, failures, hooks }
}

describe('createReader', () => {
  it('allows waiting calls to share one read, so that many concurrent calls do not occupy the reader', async () => {
    const { pcsc, counts } = createPcsc({ pauseMs: 1 })
    const reader = createReader(pcsc)
    const first = reader.read()
    await wait(3)
    const others = Array.from({ length: 50 }, () => reader.read())
    const withPhoto = reader.read({ withPhoto: true })
    const cards = await Promise.all([first, ...others])
    expect(new Set(cards.map(({ nat_id, photo }) => `${nat_id}${photo}`))).toEqual(
      new Set([somchai.number]),
    )
    expect((await withPhoto).photo).not.toBe('')
    expect(counts.reads).toBe(3)
    expect((await reader.read()).result).toBe('ok')
    expect(counts.reads).toBe(4)
  })

  it('waits for a program that uses a card for a moment after it was inserted', async () => {
    const { pcsc, counts } = createPcsc({ usedReads: 2 })
    expect((await createReader(pcsc).read()).result).toBe('ok')
    expect(counts.reads).toBe(3)
    const held = createPcsc({ usedReads: Infinity })
    expect((await createReader(held.pcsc).read()).code).toBe('IN_USE')
  })

  it.each([
    ['pulled out', { isPresent: false, changes: 2 }],
    ['replaced by another', { isPresent: true, changes: 3 }],
  ])('reports that a card was %s, whichever command that interrupts', async (_, after) => {
    const commandsOfCard = 20
    for (let last = 0; last < commandsOfCard; last++) {
      const { pcsc, slot, hooks } = createPcsc()
      hooks.onCommand = (index) => {
        if (index < last) return
        Object.assign(slot, after)
        throw new CardError('UNREADABLE')
      }
      expect((await createReader(pcsc).read()).code).toBe('REMOVED')
    }
    const { pcsc, hooks } = createPcsc()
    const indexes: number[] = []
    hooks.onCommand = (index) => void indexes.push(index)
    await createReader(pcsc).read()
    expect(indexes).toHaveLength(commandsOfCard)
  })
})

describe('state of a reader', () => {
  afterEach(() => void vi.useRealTimers())

  it('is not that of a good card while a card hangs', async () => {
    vi.useFakeTimers()
    const { pcsc } = createPcsc({ pauseMs: 0 })
    let pullOut = () => {}
    const hanging = new Promise<never>((_, reject) => {
      pullOut = () => reject(new CardError('REMOVED'))
    })
    const reader = createReader({
      withSession: (work) =>
        pcsc.withSession((session) => work({ ...session, withCard: () => hanging })),
    })
    const answer = reader.read()
    expect(await reader.state()).toBe(cardPresent)
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await answer).code).toBe('SLOW')
    expect(await reader.state()).toBe('SLOW')
    pullOut()
    await vi.advanceTimersByTimeAsync(0)
    expect(await reader.state()).toBe(cardPresent)
  })
})

describe('onInsert of a reader', () => {
  afterEach(() => vi.useRealTimers())

  it('is called once for each card, including a card that replaced another one between two polls', async () => {
    vi.useFakeTimers()
    const { pcsc, slot, failures } = createPcsc()
    const insertions: string[] = []
    const reader = createReader(pcsc)
    reader.onInsert(() => insertions.push(`card ${slot.changes}`))
    const change = async (changed: Partial<Slot>) => {
      Object.assign(slot, changed)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    await change({})
    expect(insertions).toEqual([])
    await change({ changes: 3 })
    await change({ isPresent: false, changes: 4 })
    await change({ isPresent: true, changes: 5 })
    await change({ isPresent: true, changes: 7 })
    failures.push('NO_SERVICE', 'SLOW')
    await change({})
    expect(failures).toEqual([])
    expect(insertions).toEqual(['card 3', 'card 5', 'card 7'])
    reader.close()
  })
})
