/** PC/SC, the smart card interface of the operating system. Without its library the program runs, and answers NO_SERVICE. */
import { CardError } from './chip.ts'
import { type Functions, loadLibrary } from './pcsc-library.ts'

export interface Slot {
  readonly name: string
  readonly isPresent: boolean
  /** Whether a card is inserted but does not answer, for example because it is upside down. */
  readonly isMute: boolean
  /** The answer to reset of the card. */
  readonly atr: Uint8Array
  /** Number of times a card was inserted or removed; it distinguishes two consecutive cards. */
  readonly changes: number
}

export interface Connection {
  transmit(command: Uint8Array): Promise<Uint8Array>
}

/** A connection to the service. All functions throw CardError. */
export interface Session {
  slots(): Promise<Slot[]>
  /** Runs `work` while no other program uses the card. */
  withCard<Result>(slot: Slot, work: (card: Connection) => Promise<Result>): Promise<Result>
}

export interface Pcsc {
  withSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
}

const stateFlags = { present: 0x20, mute: 0x200 }
/** The high word of a state counts the changes. */
const changesShift = 16
const scope = { system: 2 }
const share = { shared: 2 }
const protocols = { t0OrT1: 3 }
const leaveCard = 0
const maxAnswerBytes = 514

function sessionOf(pcsc: Functions, context: unknown): Session {
  const readerNames = async (): Promise<string[]> => {
    const length = [0]
    await pcsc.listReaders(context, null, null, length)
    const { encoding, bytes } = pcsc.text
    const names = Buffer.alloc(Number(length[0]) * bytes)
    await pcsc.listReaders(context, null, names, length)
    // Each name is terminated by a zero.
    const text = names.subarray(0, Number(length[0]) * bytes).toString(encoding)
    return text.split('\0').filter((name) => name !== '')
  }
  const slotOf = async (name: string): Promise<Slot> => {
    const state = {
      name,
      user: null,
      current: 0,
      event: 0,
      atrLength: 0,
      atr: Array.from<number>({ length: pcsc.atrBytes }).fill(0),
    }
    await pcsc.getStatus(context, 0, state, 1)
    const event = Number(state.event)
    const isMute = (event & stateFlags.mute) !== 0
    return {
      name,
      isPresent: (event & stateFlags.present) !== 0 && !isMute,
      isMute,
      atr: Uint8Array.from([...state.atr].slice(0, Number(state.atrLength))),
      changes: event >>> changesShift,
    }
  }
  return {
    async slots() {
      const slots: Slot[] = []
      for (const name of await readerNames()) slots.push(await slotOf(name))
      return slots
    },
    async withCard({ name }, work) {
      const card = [0]
      const active = [0]
      await pcsc.connect(context, name, share.shared, protocols.t0OrT1, card, active)
      const handle = card[0]
      try {
        await pcsc.begin(handle)
        try {
          return await work({
            async transmit(command) {
              const answer = Buffer.alloc(maxAnswerBytes)
              const length = [answer.length]
              const send = { protocol: Number(active[0]), length: pcsc.protocolLength }
              await pcsc.transmit(
                handle,
                send,
                Buffer.from(command),
                command.length,
                null,
                answer,
                length,
              )
              return answer.subarray(0, Number(length[0]))
            },
          })
        } finally {
          await pcsc.end(handle, leaveCard).catch(() => {})
        }
      } finally {
        await pcsc.disconnect(handle, leaveCard).catch(() => {})
      }
    },
  }
}

/** PC/SC of this computer. Loads the library at the first session, and again after a failure. */
export function systemPcsc(): Pcsc {
  let loading: Promise<Functions> | undefined
  const load = async (): Promise<Functions> => {
    loading ??= loadLibrary()
    try {
      return await loading
    } catch {
      loading = undefined
      throw new CardError('NO_SERVICE')
    }
  }
  return {
    async withSession(work) {
      const pcsc = await load()
      const context = [0]
      await pcsc.establish(scope.system, null, null, context)
      try {
        return await work(sessionOf(pcsc, context[0]))
      } finally {
        await pcsc.release(context[0]).catch(() => {})
      }
    },
  }
}
