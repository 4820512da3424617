/** A Thai national ID card in memory: its chip, and faults of cards that occur at counters. */
import { encodeTis620 } from '@khapdee/domain/tis-620'

/** The texts of a card as on the chip: `#` between the parts, days in the Buddhist Era. */
export interface CardTexts {
  number: string
  nameThai: string
  nameEnglish: string
  birthday: string
  gender: string
  issuer: string
  issued: string
  expires: string
  address: string
}

const fields: Readonly<Record<keyof CardTexts, readonly [offset: number, length: number]>> = {
  number: [0x0004, 13],
  nameThai: [0x0011, 100],
  nameEnglish: [0x0075, 100],
  birthday: [0x00d9, 8],
  gender: [0x00e1, 1],
  issuer: [0x00f6, 100],
  issued: [0x0167, 8],
  expires: [0x016f, 8],
  address: [0x1579, 100],
}
const memoryBytes = 0x1579 + 160
const photoOffset = 0x017b

export const somchai: CardTexts = {
  number: '1101700230708',
  nameThai: 'นาย#สมชาย##ใจดี',
  nameEnglish: 'Mr.#Somchai##Jaidee',
  birthday: '25330415',
  gender: '1',
  issuer: 'อำเภอกะทู้/ภูเก็ต',
  issued: '25620329',
  expires: '25710414',
  address: '140/44#หมู่ที่ 7##ซอยน้ำผึ้ง#ถนนวิชิตสงคราม#ตำบลกะทู้#อำเภอกะทู้#จังหวัดภูเก็ต',
}

/**
 * `old` is of the first generation; `direct` answers without a continuation; `exact` requires the command again with the exact length; `wrong` is another kind of card; `removed` and
 * `hanging` stop after some commands.
 */
export type CardKind = 'ordinary' | 'old' | 'direct' | 'exact' | 'wrong' | 'removed' | 'hanging'

/** Answers to reset of cards, from the list of pcsc-tools. */
const atrs = {
  current: Buffer.from('3B799600005448204E4944203137', 'hex'),
  old: Buffer.from('3B6700005448204E494420', 'hex'),
}
const applet = Buffer.from('A000000054480001', 'hex')
const photoStart = Buffer.of(0xff, 0xd8, 0xff, 0xe0)

function memoryOf(texts: CardTexts): Buffer {
  const memory = Buffer.alloc(memoryBytes, 0x20)
  for (const name of Object.keys(fields) as (keyof CardTexts)[]) {
    memory.set(encodeTis620(texts[name]), fields[name][0])
  }
  photoStart.copy(memory, photoOffset)
  return memory
}

export interface VirtualCard {
  readonly atr: Buffer
  reset(): void
  /** The answer to a command with its status in the last two bytes. */
  answer(command: Buffer): Buffer
}

const status = (code: number) => Buffer.of(code >> 8, code & 0xff)

export function createCard(texts: CardTexts, kind: CardKind): VirtualCard {
  const memory = memoryOf(texts)
  const isOld = kind === 'old'
  let isSelected = false
  let waiting: Buffer | null = null
  return {
    atr: isOld ? atrs.old : atrs.current,
    reset() {
      isSelected = false
      waiting = null
    },
    answer(command) {
      const [cla = 0, ins = 0, p1 = 0, p2 = 0, p3 = 0] = command
      if (cla === 0 && ins === 0xa4) {
        const isThai = kind !== 'wrong' && p1 === 4 && command.subarray(5, 5 + p3).equals(applet)
        if (!isThai) return status(0x6a82)
        isSelected = true
        waiting = Buffer.alloc(10)
        return status(0x610a)
      }
      if (cla === 0 && ins === 0xc0) {
        if (waiting === null) return status(0x6985)
        if (p2 !== Number(isOld)) return status(0x6b00)
        const content = waiting.subarray(0, p3)
        waiting = null
        return Buffer.concat([content, status(0x9000)])
      }
      if (cla === 0x80 && ins === 0xb0) {
        if (!isSelected) return status(0x6985)
        const length = command.readUInt16BE(5)
        const offset = (p1 << 8) | p2
        if (offset + length > memory.length) return status(0x6b00)
        const content = memory.subarray(offset, offset + length)
        if (kind === 'exact' && command[7] !== length) return status(0x6c00 | length)
        if (kind === 'direct' || kind === 'exact') return Buffer.concat([content, status(0x9000)])
        waiting = content
        return status(0x6100 | length)
      }
      return status(0x6d00)
    },
  }
}
