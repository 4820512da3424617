/** The DLTNatID service over HTTP. */
import { type CardFailure, cardFailures } from '@khapdee/domain/card-failure'
import { cardFailure } from '@khapdee/domain/card'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dltNatIdCard, startDltNatId } from '../../../test/dltnatid-service.ts'
import { readCard, readErrorMessage } from './card-reader.ts'
import { cardSettings } from './card-settings.ts'
import { cardSources } from './card-sources.ts'

let service: Awaited<ReturnType<typeof startDltNatId>>
const { dltnatid } = cardSources
const readPath = '/readCardNoPhoto'

beforeEach(async () => {
  cardSettings.change({ order: ['dltnatid'] })
  service = await startDltNatId()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await service.stop()
})

describe('a card from DLTNatID', () => {
  it('is read without its photo, with the fields that the forms use', async () => {
    service.answer(readPath, { ...dltNatIdCard, photo: 'QUJD' })
    const card = await readCard()
    expect(cardFailure(card)).toBeNull()
    const { photo: _photo, gender: _gender, ...rest } = dltNatIdCard
    expect(rest).toMatchObject(card ?? {})
    expect(card).toMatchObject({ nat_id: '1100000000016', address_provinice: 'จังหวัดขอนแก่น' })
    expect(card).not.toHaveProperty('photo')
    expect(service.requests).toEqual([readPath])
  })

  it.each<[string, object, CardFailure]>([
    [
      'two readers',
      { result: 'read initiate failed', ecode: 256, devices: ['a', 'b'] },
      'MANY_READERS',
    ],
    [
      'a card that is upside down',
      { result: 'read initiate failed', ecode: 256, devices: ['a'] },
      'MUTE',
    ],
    ['a card error without devices', { result: 'read initiate failed', ecode: 256 }, 'MUTE'],
    ['another card', { result: 'read initiate failed', ecode: 1, devices: ['a'] }, 'WRONG_CARD'],
    ['data that it cannot read', { result: 'error phrasing data', ecode: 'Index' }, 'UNREADABLE'],
    [
      'no reader',
      { result: 'error at read', ecode: 'Could not find any Smartcard reader.' },
      'NO_READER',
    ],
    ['no card', { result: 'error at read', ecode: 'The smart card has been removed.' }, 'NO_CARD'],
    ['a wrong check digit', { ...dltNatIdCard, nat_id: '1100000000017' }, 'BAD_NUMBER'],
    ['the card of a foreigner', { ...dltNatIdCard, nat_id: '6000000000018' }, 'FOREIGNER'],
  ])('is not read from %s, with the reason in Thai', async (_, answer, failure) => {
    service.answer(readPath, answer)
    const card = await readCard()
    expect(cardFailure(card)).toBe(failure)
    expect(await readErrorMessage(card)).toBe(cardFailures[failure].message)
  })

  it.each([
    ['text that is no JSON', '<html>'],
    ['more than a card can have', JSON.stringify({ ...dltNatIdCard, more: 'x'.repeat(70_000) })],
  ])('is rejected when it comes from %s', async (_, answer) => {
    service.answer(readPath, answer)
    expect(await readErrorMessage(await readCard())).toBe(cardFailures.NO_PROGRAM.message)
  })

  it('is aborted when the service does not answer in time, and reported as slow', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    timeout.mockImplementation(() => {
      const stopping = new AbortController()
      setTimeout(() => stopping.abort(new DOMException('late', 'TimeoutError')), 20)
      return stopping.signal
    })
    service.answer(readPath, 'silence')
    expect(await readErrorMessage(await readCard())).toBe(cardFailures.SLOW.message)
    expect(timeout).toHaveBeenCalledWith(5_000)
  })
})

describe('the state of DLTNatID', () => {
  it.each([
    ['READY', '0.8', { result: 'ok', version: 0.8 }],
    ['READY', '1', { result: 'ok', version: 1 }],
    ['OUTDATED', '0.7', { result: 'ok', version: 0.7 }],
    ['NO_PROGRAM', null, { result: 'error' }],
    ['NO_PROGRAM', null, 'Not found'],
  ])('is %s of version %s for the answer %j', async (state, version, answer) => {
    service.answer('/info', answer)
    expect(await dltnatid.report()).toEqual({ state, version })
    expect(service.requests).toEqual(['/info'])
  })

  it('is that of a missing program when nothing listens', async () => {
    await service.stop()
    expect((await dltnatid.report()).state).toBe('NO_PROGRAM')
    expect(await dltnatid.read()).toBeNull()
  })
})
