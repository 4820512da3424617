import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCard, somchai } from '../test/virtual-card.ts'
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
  const slot = { name: 'reader', isPresent: true, isMute: false, atr: card.atr, changes: 1 }
  const pcsc: Pcsc = {
    withSession: (work) =>
      work({
        slots: async () => [{ ...slot }],
        async withCard(_, read) {
          counts.reads++
          if (counts.reads <= usedReads) throw new CardError('IN_USE')
          return read({
            async transmit(command) {
              if (pauseMs > 0) await wait(pauseMs)
              return card.answer(Buffer.from(command))
            },
          })
        },
      }),
  }
  return { pcsc, counts, slot }
}

describe('createReader', () => {
  it('lets calls that wait share one read, so that many calls at once do not occupy the reader', async () => {
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

  it('waits for a program that uses a card for a moment after it was put in', async () => {
    const { pcsc, counts } = createPcsc({ usedReads: 2 })
    expect((await createReader(pcsc).read()).result).toBe('ok')
    expect(counts.reads).toBe(3)
    const held = createPcsc({ usedReads: Infinity })
    expect((await createReader(held.pcsc).read()).code).toBe('IN_USE')
  })
})

describe('onInsert of a reader', () => {
  afterEach(() => vi.useRealTimers())

  it('tells of each card once, also of one that replaced another within the interval', async () => {
    vi.useFakeTimers()
    const { pcsc, slot } = createPcsc()
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
    expect(insertions).toEqual(['card 3', 'card 5', 'card 7'])
    reader.close()
  })
})
