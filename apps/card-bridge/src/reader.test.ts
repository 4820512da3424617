import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCard, somchai } from '../test/virtual-card.ts'
import type { Pcsc } from './pcsc.ts'
import { createReader } from './reader.ts'

/** A card in one reader, which answers each command after `pauseMs`, and counts its reads. */
function createPcsc({ pauseMs = 0 } = {}) {
  const counts = { reads: 0 }
  const card = createCard(somchai, 'ordinary')
  const slot = { name: 'reader', isPresent: true, isMute: false, atr: card.atr }
  const pcsc: Pcsc = {
    withSession: (work) =>
      work({
        slots: async () => [slot],
        withCard(_, read) {
          counts.reads++
          return read({
            async transmit(command) {
              if (pauseMs > 0) await wait(pauseMs)
              return card.answer(Buffer.from(command))
            },
          })
        },
      }),
  }
  return { pcsc, counts }
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
})
