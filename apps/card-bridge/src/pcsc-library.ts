/**
 * The functions of PC/SC as the headers of each operating system declare them: winscard.h of Windows, pcsclite.h and wintypes.h
 * of Linux, and wintypes.h of macOS, which packs its structures. Loaded by koffi, an optional package.
 */
import type koffiPackage from 'koffi'
import type { CardFailure } from '@khapdee/domain/card-failure'
import { CardError } from './chip.ts'

type Koffi = typeof koffiPackage
type SystemName = 'windows' | 'mac' | 'linux'

const systemName: SystemName =
  process.platform === 'win32' ? 'windows' : process.platform === 'darwin' ? 'mac' : 'linux'

interface System {
  library: string
  /** DWORD. */
  word: string
  /** SCARDCONTEXT and SCARDHANDLE. */
  handle: string
  /** LONG, the result of each function. */
  code: string
  /** Relevant on 32-bit Windows only; elsewhere there is one convention. */
  convention: '__cdecl' | '__stdcall'
  /**
   * The names of readers are UTF-16 on Windows, because functions with the ending A cannot express
   * all of them.
   */
  text: { type: string; ending: string; encoding: 'utf8' | 'utf16le'; bytes: number }
  /** Maximum length of the answer to reset in a state. */
  atrBytes: number
  isPacked: boolean
}

const utf8 = { type: 'const char *', ending: '', encoding: 'utf8', bytes: 1 } as const

const systems: Readonly<Record<SystemName, System>> = {
  windows: {
    library: 'winscard.dll',
    word: 'uint32',
    handle: 'uintptr_t',
    code: 'int32',
    convention: '__stdcall',
    text: { type: 'const char16_t *', ending: 'W', encoding: 'utf16le', bytes: 2 },
    atrBytes: 36,
    isPacked: false,
  },
  mac: {
    library: '/System/Library/Frameworks/PCSC.framework/PCSC',
    word: 'uint32',
    handle: 'int32',
    code: 'int32',
    convention: '__cdecl',
    text: utf8,
    atrBytes: 33,
    isPacked: true,
  },
  linux: {
    library: 'libpcsclite.so.1',
    word: 'ulong',
    handle: 'long',
    code: 'long',
    convention: '__cdecl',
    text: utf8,
    atrBytes: 33,
    isPacked: false,
  },
}

/** Return codes of PC/SC with a known cause; all others are UNREADABLE. */
const causes: Readonly<Record<number, CardFailure>> = {
  0x8010001d: 'NO_SERVICE',
  0x8010001e: 'NO_SERVICE',
  0x80100001: 'NO_SERVICE',
  0x80100013: 'NO_SERVICE',
  // SCARD_W_SECURITY_VIOLATION: polkit refuses the user the service, for example one who signed in by SSH.
  0x8010006a: 'SERVICE_DENIED',
  0x8010002e: 'NO_READER',
  0x80100009: 'NO_READER',
  0x80100017: 'NO_READER',
  0x8010000c: 'NO_CARD',
  // Another program reset the card between two calls.
  0x80100068: 'IN_USE',
  0x80100069: 'REMOVED',
  0x80100065: 'MUTE',
  0x80100066: 'MUTE',
  0x80100067: 'MUTE',
  0x8010000b: 'IN_USE',
}

/** SCARD_E_NO_SERVICE and SCARD_E_SERVICE_STOPPED. */
const stopped: ReadonlySet<number> = new Set([0x8010001d, 0x8010001e])

/** The cause of a return code other than 0; the code may be given signed or unsigned. */
export function causeOf(code: number | bigint, system: SystemName = systemName): CardFailure {
  const unsigned = Number(BigInt.asUintN(32, BigInt(code)))
  // Since Windows 8 the service runs only while there is a reader.
  if (system === 'windows' && stopped.has(unsigned)) return 'NO_READER'
  return causes[unsigned] ?? 'UNREADABLE'
}

/** SCARD_IO_REQUEST and SCARD_READERSTATE of a system. */
export function structuresOf(koffi: Koffi, system: SystemName = systemName) {
  const { word, text, atrBytes, isPacked } = systems[system]
  const state = {
    name: text.type,
    user: 'void *',
    current: word,
    event: word,
    atrLength: word,
    atr: koffi.array('uint8', atrBytes),
  }
  return {
    protocol: koffi.struct({ protocol: word, length: word }),
    state: isPacked ? koffi.pack(state) : koffi.struct(state),
    atrBytes,
  }
}

type Call = (...args: unknown[]) => Promise<void>

/** @throws Error when koffi or the library is missing */
export async function loadLibrary(system: SystemName = systemName) {
  const { default: koffi } = await import('koffi')
  const { library, word, handle, code, convention, text } = systems[system]
  const lib = koffi.load(library)
  const { protocol, state, atrBytes } = structuresOf(koffi, system)
  const output = (type: string) => koffi.out(koffi.pointer(type))
  const changed = (type: Parameters<Koffi['sizeof']>[0]) => koffi.inout(koffi.pointer(type))

  const bind = (name: string, ...args: Parameters<typeof lib.func>[3]): Call => {
    const native = lib.func(convention, name, code, args)
    return (...values) =>
      new Promise((resolve, reject) => {
        native.async(...values, (error: unknown, result: number | bigint) => {
          if (error) reject(error)
          else if (BigInt(result) === 0n) resolve()
          else reject(new CardError(causeOf(result, system)))
        })
      })
  }
  return {
    atrBytes,
    protocolLength: koffi.sizeof(protocol),
    /** Encoding of the names of readers, and the bytes of each unit in which their length is counted. */
    text,
    establish: bind('SCardEstablishContext', word, 'void *', 'void *', output(handle)),
    release: bind('SCardReleaseContext', handle),
    listReaders: bind(`SCardListReaders${text.ending}`, handle, 'void *', 'void *', changed(word)),
    getStatus: bind(`SCardGetStatusChange${text.ending}`, handle, word, changed(state), word),
    connect: bind(
      `SCardConnect${text.ending}`,
      handle,
      text.type,
      word,
      word,
      output(handle),
      output(word),
    ),
    begin: bind('SCardBeginTransaction', handle),
    end: bind('SCardEndTransaction', handle, word),
    disconnect: bind('SCardDisconnect', handle, word),
    transmit: bind(
      'SCardTransmit',
      handle,
      koffi.pointer(protocol),
      'void *',
      word,
      'void *',
      'void *',
      changed(word),
    ),
  }
}

export type Functions = Awaited<ReturnType<typeof loadLibrary>>

const advice = {
  windows: '',
  mac: '',
  linux: ' และ sudo apt-get install pcscd libccid',
} as const satisfies Record<SystemName, string>

/** The Thai instructions for installing a missing library; null when the library can be loaded. */
export async function missingLibrary(
  load: () => Promise<unknown> = loadLibrary,
  system: SystemName = systemName,
): Promise<string | null> {
  try {
    await load()
    return null
  } catch {
    return `ยังอ่านบัตรไม่ได้ เพราะโหลดส่วนที่ใช้ติดต่อเครื่องอ่านบัตรไม่สำเร็จ: กรุณาใช้คำสั่ง npm install --omit=dev ในโฟลเดอร์ของโปรแกรม${advice[system]} แล้วเริ่มโปรแกรมใหม่`
  }
}
