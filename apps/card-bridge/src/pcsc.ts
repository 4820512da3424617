/**
 * PC/SC, the smart card interface of the operating system: winscard.dll, PCSC.framework or libpcsclite. Loaded by koffi, an
 * optional package, only when a card is read: without it or without the library, the program answers NO_SERVICE.
 */
import { CardError } from './chip.ts'
import type { CardFailure } from '@khapdee/domain/card-failure'

const isWindows = process.platform === 'win32'
const isMac = process.platform === 'darwin'
const library = isWindows
  ? 'winscard.dll'
  : isMac
    ? '/System/Library/Frameworks/PCSC.framework/PCSC'
    : 'libpcsclite.so.1'
const atrBytes = isWindows ? 36 : 33

/** Return codes of PC/SC that tell a cause; all others are UNREADABLE. */
const failures: Readonly<Record<number, CardFailure>> = {
  // Since Windows 8 the service runs only while there is a reader.
  0x8010001d: isWindows ? 'NO_READER' : 'NO_SERVICE',
  0x8010001e: isWindows ? 'NO_READER' : 'NO_SERVICE',
  0x80100001: 'NO_SERVICE',
  0x80100013: 'NO_SERVICE',
  0x8010002e: 'NO_READER',
  0x80100009: 'NO_READER',
  0x80100017: 'NO_READER',
  0x8010000c: 'NO_CARD',
  // Another program reset the card between two calls.
  0x80100068: 'IN_USE',
  0x80100069: 'REMOVED',
  0x80100066: 'MUTE',
  0x80100067: 'MUTE',
  0x8010000b: 'IN_USE',
}

export interface Slot {
  readonly name: string
  readonly isPresent: boolean
  /** Whether a card is in, but does not answer, for example because it is upside down. */
  readonly isMute: boolean
  /** The answer to reset of the card. */
  readonly atr: Uint8Array
  /** How often a card was put in or pulled out; it tells apart two cards that follow each other. */
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

type Call = (...args: unknown[]) => Promise<void>

const stateFlags = { present: 0x20, mute: 0x200 }
/** The high word of a state counts the changes. */
const changesShift = 16
const scope = { system: 2 }
const share = { shared: 2 }
const protocols = { t0OrT1: 3 }
const leaveCard = 0
const maxAnswerBytes = 514

/** @throws Error when koffi or the library is missing */
async function loadFunctions() {
  const { default: koffi } = await import('koffi')
  const lib = koffi.load(library)
  const word = isWindows || isMac ? 'uint32' : 'ulong'
  const handle = isWindows ? 'uintptr_t' : isMac ? 'int32' : 'long'
  const code = isWindows || isMac ? 'int32' : 'long'
  const ansi = isWindows ? 'A' : ''
  const protocol = koffi.struct('Protocol', { protocol: word, length: word })
  const state = {
    name: 'const char *',
    user: 'void *',
    current: word,
    event: word,
    atrLength: word,
    atr: koffi.array('uint8', atrBytes),
  }
  // The headers of macOS pack this structure.
  if (isMac) koffi.pack('ReaderState', state)
  else koffi.struct('ReaderState', state)

  const bind = (name: string, args: string): Call => {
    const native = lib.func(`${code} ${name}(${args})`)
    return (...values) =>
      new Promise((resolve, reject) => {
        native.async(...values, (error: unknown, result: number | bigint) => {
          if (error) return reject(error)
          const failure = Number(BigInt.asUintN(32, BigInt(result)))
          if (failure === 0) resolve()
          else reject(new CardError(failures[failure] ?? 'UNREADABLE'))
        })
      })
  }
  return {
    protocolLength: koffi.sizeof(protocol),
    establish: bind(
      'SCardEstablishContext',
      `${word} scope, void *r1, void *r2, _Out_ ${handle} *context`,
    ),
    release: bind('SCardReleaseContext', `${handle} context`),
    listReaders: bind(
      `SCardListReaders${ansi}`,
      `${handle} context, void *groups, void *readers, _Inout_ ${word} *length`,
    ),
    getStatus: bind(
      `SCardGetStatusChange${ansi}`,
      `${handle} context, ${word} timeout, _Inout_ ReaderState *states, ${word} count`,
    ),
    connect: bind(
      `SCardConnect${ansi}`,
      `${handle} context, const char *reader, ${word} share, ${word} protocols, _Out_ ${handle} *card, _Out_ ${word} *active`,
    ),
    begin: bind('SCardBeginTransaction', `${handle} card`),
    end: bind('SCardEndTransaction', `${handle} card, ${word} disposition`),
    disconnect: bind('SCardDisconnect', `${handle} card, ${word} disposition`),
    transmit: bind(
      'SCardTransmit',
      `${handle} card, Protocol *send, void *command, ${word} commandLength, void *receive, void *answer, _Inout_ ${word} *answerLength`,
    ),
  }
}

type Functions = Awaited<ReturnType<typeof loadFunctions>>

function sessionOf(pcsc: Functions, context: unknown): Session {
  const readerNames = async (): Promise<string[]> => {
    const length = [0]
    await pcsc.listReaders(context, null, null, length)
    const names = Buffer.alloc(Number(length[0]))
    await pcsc.listReaders(context, null, names, length)
    // Names end with a zero byte each.
    const text = names.subarray(0, Number(length[0])).toString()
    return text.split('\0').filter((name) => name !== '')
  }
  const slotOf = async (name: string): Promise<Slot> => {
    const state = {
      name,
      user: null,
      current: 0,
      event: 0,
      atrLength: 0,
      atr: Array.from<number>({ length: atrBytes }).fill(0),
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
    loading ??= loadFunctions()
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
