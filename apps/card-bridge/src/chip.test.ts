import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCard, somchai, type CardKind, type CardTexts } from '../test/virtual-card.ts'
import { CardError, readChip } from './chip.ts'

interface Options {
  kind?: CardKind
  texts?: Partial<CardTexts>
  withPhoto?: boolean
  /** Changes an answer of the chip. */
  change?: (answer: Buffer, index: number) => Buffer
}

function read({ kind = 'ordinary', texts = {}, withPhoto = false, change }: Options = {}) {
  const card = createCard({ ...somchai, ...texts }, kind)
  let index = 0
  const transmit = async (command: Uint8Array) => {
    const answer = card.answer(Buffer.from(command))
    return change === undefined ? answer : change(answer, index++)
  }
  return readChip(transmit, card.atr, withPhoto)
}

const failure = (code: string) => expect.objectContaining({ code })

describe('readChip', () => {
  it('reads the photo as JPEG only on request', async () => {
    const { photo = '' } = await read({ withPhoto: true })
    const jpeg = Buffer.from(photo, 'base64')
    expect([jpeg.length, jpeg.readUInt16BE()]).toEqual([20 * 255, 0xff_d8])
    expect((await read()).photo).toBe('')
  })

  it('reads a lifelong card of a person whose month and day of birth are unknown', async () => {
    const texts = { birthday: '24800000', expires: '99999999' }
    expect(await read({ texts })).toMatchObject({
      birthdate: '1937-00-00',
      issue_expire: '9999-12-31',
    })
  })

  it('reads middle names and empty parts of an address', async () => {
    const texts = {
      nameThai: 'น.ส.#มาลี#จอห์น#รักดี',
      address: '9##ตรอกจันทร์###แขวงบางรัก#เขตบางรัก#กรุงเทพมหานคร',
    }
    expect(await read({ texts, kind: 'old' })).toMatchObject({
      mname_th: 'จอห์น',
      address_moo: '',
      address_trok: 'ตรอกจันทร์',
      address_provinice: 'กรุงเทพมหานคร',
    })
  })

  it('repeats a command with the length that the chip requests', async () => {
    const card = await read({ kind: 'exact' })
    expect([card.nat_id, card.sname_th]).toEqual([somchai.number, 'ใจดี'])
  })

  it.each([
    ['ends in the middle of an answer', (answer: Buffer) => answer.subarray(0, 1)],
    ['always says that there is more', () => Buffer.of(0x61, 0x10)],
    ['answers much more than it was asked for', () => Buffer.alloc(5000, 0x90)],
  ])('gives up on a chip that %s', async (_, change) => {
    await expect(read({ change })).rejects.toBeInstanceOf(CardError)
  })

  it.each([
    ['FOREIGNER', '6000000000018'],
    // Not all numbers of foreigners follow the rule of the check digit.
    ['FOREIGNER', '0000000000000'],
    ['BAD_NUMBER', '1100000000017'],
  ])('answers %s for a card with the number %s', (code, number) =>
    expect(read({ texts: { number } })).rejects.toEqual(failure(code)),
  )

  it('reports that a field was not read when the chip refuses it', async () => {
    const change = (answer: Buffer, index: number) => (index > 5 ? Buffer.of(0x6f, 0) : answer)
    await expect(read({ change })).rejects.toEqual(failure('UNREADABLE'))
  })

  it('reads a card or fails with a known reason, whatever bytes the chip returns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 8 }),
        fc.nat(20),
        async (answers, from) => {
          const change = (answer: Buffer, index: number) =>
            index < from ? answer : Buffer.from(answers[index % answers.length] ?? [])
          const isKnown = (error: unknown) => error instanceof CardError
          const outcome = await read({ change }).then(({ result }) => result === 'ok', isKnown)
          expect(outcome).toBe(true)
        },
      ),
    )
  })
})
