/**
 * The dialogue with the chip of a Thai national ID card. Commands, offsets and lengths as read by chakphanu/ThaiNationalIDCard
 * and pythaiidcard.
 */
import { type CardResult, isForeignNumber } from '@khapdee/domain/card'
import { chipAddress, chipDay, chipName, chipText } from '@khapdee/domain/card-chip'
import type { CardFailure } from '@khapdee/domain/card-failure'
import { isThaiIdNumber } from '@khapdee/domain/id-card'

/** Why a card was not read. The message has no data of the card. */
export class CardError extends Error {
  readonly code: CardFailure
  /** The names of the readers, if they are the cause. */
  readonly devices: readonly string[] | undefined

  constructor(code: CardFailure, devices?: readonly string[]) {
    super(code)
    this.code = code
    this.devices = devices
  }
}

/** Sends a command to the chip and returns its answer, whose last two bytes are the status. */
export type Transmit = (command: Uint8Array) => Promise<Uint8Array>

type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

const selectApplet = Uint8Array.of(0, 0xa4, 4, 0, 8, 0xa0, 0, 0, 0, 0x54, 0x48, 0, 1)

/** Offset and length of each field. */
const fields = {
  number: [0x0004, 13],
  nameThai: [0x0011, 100],
  nameEnglish: [0x0075, 100],
  birthday: [0x00d9, 8],
  gender: [0x00e1, 1],
  issuer: [0x00f6, 100],
  issued: [0x0167, 8],
  expires: [0x016f, 8],
  address: [0x1579, 100],
} as const
const photo = { offset: 0x017b, part: 0xff, parts: 20 }

/** More continuations of one answer are a fault of the chip. */
const maxContinuations = 4

const isStatus = (answer: Uint8Array, first: number, second: number) =>
  answer.at(-2) === first && answer.at(-1) === second

/**
 * Cards of the first generation, with an answer to reset of 3B 67, need another parameter to
 * continue an answer.
 */
const continuationOf = (atr: Uint8Array) => (atr[0] === 0x3b && atr[1] === 0x67 ? 1 : 0)

/** The command with the expected length that the chip requested. */
function withLength(command: Uint8Array, length: number): Uint8Array {
  const hasLength = command.length === 5 || command.length > 5 + (command[4] ?? 0)
  return Uint8Array.of(...(hasLength ? command.subarray(0, -1) : command), length)
}

/** @returns a function that sends a command and collects the whole answer without its status */
function createExchange(transmit: Transmit, atr: Uint8Array) {
  const parameter = continuationOf(atr)
  /** @throws CardError with `refusal` when the chip refuses the command */
  return async (command: Uint8Array, refusal: CardFailure): Promise<Uint8Array> => {
    let sent = command
    let answer = await transmit(sent)
    const parts: Uint8Array[] = []
    for (let continuations = 0; ; continuations++) {
      if (answer.length < 2) throw new CardError('UNREADABLE')
      parts.push(answer.subarray(0, -2))
      if (isStatus(answer, 0x90, 0)) return Buffer.concat(parts)
      // 61 xx: xx more bytes are available; 6C xx: the same command is to be sent again for xx bytes.
      const [kind, length = 0] = answer.subarray(-2)
      if (kind !== 0x61 && kind !== 0x6c) throw new CardError(refusal)
      if (continuations === maxContinuations) throw new CardError('UNREADABLE')
      sent = kind === 0x6c ? withLength(sent, length) : Uint8Array.of(0, 0xc0, 0, parameter, length)
      answer = await transmit(sent)
    }
  }
}

/**
 * Reads a card with the field names of DLTNatID.
 * @param atr the answer to reset of the card
 * @param withPhoto takes about ten seconds longer; without it `photo` is empty
 * @throws CardError: WRONG_CARD, FOREIGNER, BAD_NUMBER or UNREADABLE
 */
export async function readChip(
  transmit: Transmit,
  atr: Uint8Array,
  withPhoto: boolean,
): Promise<CardResult> {
  const exchange = createExchange(transmit, atr)
  const readBytes: ReadBytes = async (offset, length) => {
    const command = Uint8Array.of(0x80, 0xb0, offset >> 8, offset & 0xff, 2, 0, length)
    const bytes = await exchange(command, 'UNREADABLE')
    if (bytes.length !== length) throw new CardError('UNREADABLE')
    return bytes
  }
  const read = async (name: keyof typeof fields) => {
    const [offset, length] = fields[name]
    return chipText(await readBytes(offset, length))
  }

  await exchange(selectApplet, 'WRONG_CARD')
  const nat_id = await read('number')
  if (isForeignNumber(nat_id)) throw new CardError('FOREIGNER')
  if (!isThaiIdNumber(nat_id)) throw new CardError('BAD_NUMBER')
  const thai = chipName(await read('nameThai'))
  const english = chipName(await read('nameEnglish'))
  const birthdate = chipDay(await read('birthday'))
  const gender = await read('gender')
  const issuer = await read('issuer')
  const issue_date = chipDay(await read('issued'))
  const issue_expire = chipDay(await read('expires'))
  const address = chipAddress(await read('address'))
  return {
    result: 'ok',
    nat_id,
    title_th: thai.title,
    fname_th: thai.fname,
    mname_th: thai.mname,
    sname_th: thai.sname,
    title_en: english.title,
    fname_en: english.fname,
    mname_en: english.mname,
    sname_en: english.sname,
    gender,
    birthdate,
    address_no: address.no,
    address_moo: address.moo,
    address_trok: address.trok,
    address_soi: address.soi,
    address_road: address.road,
    address_tumbol: address.tumbol,
    address_amphor: address.amphor,
    // DLTNatID spells the name like this.
    address_provinice: address.province,
    issuer,
    issue_date,
    issue_expire,
    photo: withPhoto ? await readPhoto(readBytes) : '',
  }
}

/** The photo as a JPEG in base64; empty if the chip has none. */
async function readPhoto(readBytes: ReadBytes): Promise<string> {
  const parts: Uint8Array[] = []
  for (let index = 0; index < photo.parts; index++) {
    parts.push(await readBytes(photo.offset + index * photo.part, photo.part))
  }
  const bytes = Buffer.concat(parts)
  return bytes.subarray(0, 2).equals(Buffer.of(0xff, 0xd8)) ? bytes.toString('base64') : ''
}
