import { satang } from '@khapdee/domain/money'
import fc from 'fast-check'
import { anyId, billPayment } from 'promptparse/validate'
import { create } from 'qrcode'
import { describe, expect, it } from 'vitest'
import { promptPayPayload, qrPath } from './qr.ts'
import { decodeQr } from './test/decode-qr.ts'

describe('qrPath', () => {
  it('draws the exact module matrix: a mirrored code would pass lenient readers', () => {
    const payload = '00020101021129370016A000000677010111'
    const { modules } = create(payload, { errorCorrectionLevel: 'M' })
    const { path, size } = qrPath(payload)
    const painted = Array.from({ length: size * size }, () => 0)
    for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      painted.fill(1, Number(y) * size + Number(x), Number(y) * size + Number(x) + Number(width))
    }
    expect(painted).toEqual([...modules.data])
  })

  it('draws codes that decode to their payload', () => {
    const payloads = fc.string({ unit: fc.constantFrom(...'0123456789ABCDEFxyz'), minLength: 1 })
    fc.assert(
      fc.property(payloads, (payload) => {
        const { path, size } = qrPath(payload)
        expect(decodeQr(path, size)).toBe(payload)
      }),
      { numRuns: 25 },
    )
  })
})

describe('promptPayPayload', () => {
  const amount = satang(222_550)

  it('matches the published test vector', () => {
    expect(promptPayPayload('0812345678', satang(0), '')).toBe(
      '00020101021129370016A0000006770101110113006681234567853037645802TH6304823E',
    )
  })

  it('has the amount for a mobile number or tax id', () => {
    expect(anyId(promptPayPayload('081-234-5678', amount, 'AP-1') ?? '')).toMatchObject({
      type: 'MSISDN',
      amount: 2225.5,
    })
    expect(anyId(promptPayPayload('0405561012345', amount, 'AP-1') ?? '')).toEqual({
      type: 'NATID',
      target: '0405561012345',
      amount: 2225.5,
    })
  })

  it('has the application’s number for a biller id', () => {
    const payload = promptPayPayload('040556101234501', amount, 'AP-KKN-6911-0001')
    expect(billPayment(payload ?? '')).toEqual({
      billerId: '040556101234501',
      ref1: 'APKKN69110001',
      amount: 2225.5,
    })
  })

  it('is null for an invalid PromptPay id', () => {
    expect(promptPayPayload('12345', amount, 'AP-1')).toBeNull()
  })
})
