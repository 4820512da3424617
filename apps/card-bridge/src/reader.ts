/** Reads the card in the reader of this computer, and reports when one is inserted. */
import { setTimeout as wait } from 'node:timers/promises'
import { cardPresent } from '@khapdee/contract/card-bridge'
import type { CardResult } from '@khapdee/domain/card'
import { type CardFailure, failureAnswer } from '@khapdee/domain/card-failure'
import { CardError, readChip } from './chip.ts'
import type { Pcsc, Session, Slot } from './pcsc.ts'

/** Calls are answered within five seconds, also through the server; a card takes about one, its photo about ten more. */
const readMs = 4_000
const readWithPhotoMs = 20_000
/** Interval at which the state of a reader is read, while a client watches it. */
const watchMs = 400
/**
 * Other programs, such as the certificate service of Windows, use a card for a moment after it was
 * inserted.
 */
const inUsePauseMs = 400
const maxTriesInUse = 4

export interface CardReader {
  /** {@link cardPresent}, or the reason why no card can be read. */
  state(): Promise<CardFailure | typeof cardPresent>
  /** A card, or the answer for the failure. Never throws. Reads one after the other; calls that wait share one read. */
  read(options?: { withPhoto?: boolean }): Promise<CardResult>
  /** Calls `listener` for each card that is put in from now on. @returns a function that stops it */
  onInsert(listener: () => void): () => void
  close(): void
}

/** The slot with the only card. @throws CardError when there is none, or more than one */
function slotWithCard(slots: readonly Slot[]): Slot {
  const present = slots.filter(({ isPresent }) => isPresent)
  const [slot] = present
  if (present.length > 1) {
    const devices = slots.map(({ name }) => name)
    throw new CardError('MANY_CARDS', devices)
  }
  if (slot !== undefined) return slot
  if (slots.some(({ isMute }) => isMute)) throw new CardError('MUTE')
  throw new CardError(slots.length === 0 ? 'NO_READER' : 'NO_CARD')
}

/** Differs for two consecutive cards in one reader, however fast they are exchanged. */
const cardKey = ({ name, changes }: Slot) => `${name} ${changes}`

/** The states of a reader without a card. */
const empty: ReadonlySet<CardFailure> = new Set(['NO_READER', 'NO_CARD', 'MUTE'])

const codeOf = (error: unknown): CardFailure =>
  error instanceof CardError ? error.code : 'UNREADABLE'

const answerTo = (error: unknown) =>
  failureAnswer(codeOf(error), error instanceof CardError ? error.devices : undefined)

/** Fails with SLOW when `work` takes longer than `ms`. */
async function withDeadline<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CardError('SLOW')), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

async function readPresentCard(session: Session, withPhoto: boolean): Promise<CardResult> {
  for (let tries = 1; ; tries++) {
    const slot = slotWithCard(await session.slots())
    try {
      return await session.withCard(slot, ({ transmit }) => readChip(transmit, slot.atr, withPhoto))
    } catch (error) {
      const code = codeOf(error)
      if (code === 'UNREADABLE' && (await wasPulledOut(session, slot)))
        throw new CardError('REMOVED')
      if (code !== 'IN_USE' || tries === maxTriesInUse) throw error
      await wait(inUsePauseMs)
    }
  }
}

/**
 * Whether the card of a slot was removed. Drivers report that by several codes, and detect it at
 * intervals.
 */
async function wasPulledOut(session: Session, { name, changes }: Slot): Promise<boolean> {
  for (let tries = 0; tries < 3; tries++) {
    const slots = await session.slots().catch(() => [])
    const slot = slots.find((one) => one.name === name)
    if (slot !== undefined && (!slot.isPresent || slot.changes !== changes)) return true
    await wait(300)
  }
  return false
}

export function createReader(pcsc: Pcsc): CardReader {
  /** The earlier reads, one after the other. */
  let queue: Promise<unknown> = Promise.resolve()
  /** The reads that have not begun, with and without photo. */
  const queued = new Map<boolean, Promise<CardResult>>()
  /** The read of a card that does not answer: it ends when the card is pulled out. */
  let stuck: Promise<unknown> | undefined
  /** Whether that read has exceeded its time. */
  let isHanging = false
  const listeners = new Set<() => void>()
  let watching: NodeJS.Timeout | undefined
  let isClosed = false

  const presentSlot = (): Promise<Slot> =>
    withDeadline(
      pcsc.withSession(async (session) => slotWithCard(await session.slots())),
      readMs,
    )

  const readNow = async (withPhoto: boolean): Promise<CardResult> => {
    if (stuck !== undefined) throw new CardError('SLOW')
    const work = pcsc.withSession((session) => readPresentCard(session, withPhoto))
    stuck = work
    const release = () => {
      stuck = undefined
      isHanging = false
    }
    work.then(release, release)
    return withDeadline(work, withPhoto ? readWithPhotoMs : readMs).finally(() => {
      isHanging = stuck === work
    })
  }

  /**
   * @param earlier the card that was inserted before, `none`, or `unknown` at the first time, when
   * a present card does not count as inserted now
   */
  const watch = async (earlier: string): Promise<void> => {
    // A temporary failure of the service says nothing about the card.
    const present = await presentSlot().then(cardKey, (error: unknown) =>
      empty.has(codeOf(error)) ? 'none' : earlier,
    )
    const isNew = present !== 'none' && present !== earlier && earlier !== 'unknown'
    if (isNew) for (const listener of listeners) listener()
    if (listeners.size === 0 || isClosed) watching = undefined
    else watching = setTimeout(() => void watch(present), watchMs)
  }

  return {
    state: async () => (isHanging ? 'SLOW' : presentSlot().then(() => cardPresent, codeOf)),
    read({ withPhoto = false } = {}) {
      const earlier = queued.get(withPhoto)
      if (earlier !== undefined) return earlier
      const reading = queue
        .then(() => {
          queued.delete(withPhoto)
          return readNow(withPhoto)
        })
        .catch(answerTo)
      queued.set(withPhoto, reading)
      queue = reading
      return reading
    },
    onInsert(listener) {
      listeners.add(listener)
      watching ??= setTimeout(() => void watch('unknown'), 0)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      listeners.clear()
      clearTimeout(watching)
    },
  }
}
