import { satang } from '@khapdee/domain/money'
import { expect, it } from 'vitest'
import { owingOf, payActions } from './pay-links.ts'

const course = {
  application_id: 7,
  type: 'course' as const,
  application_code: 'AP-KKN-6911-0007',
  balance: satang(300_000),
  payable: true,
}
const retake = {
  application_id: 9,
  type: 'exam' as const,
  application_code: 'EX-KKN-6911-0002',
  balance: satang(20_000),
  payable: true,
}

it('links to the application that owes, with its number if several owe', () => {
  expect(payActions([])).toEqual([])
  expect(payActions([retake])).toEqual([
    { id: 'pay-9', label: 'รับชำระยอดค้าง', href: expect.stringMatching(/9#pay$/) },
  ])
  expect(payActions([course, retake]).map(({ label }) => label)).toEqual([
    'รับชำระยอดค้าง AP-KKN-6911-0007',
    'รับชำระยอดค้าง EX-KKN-6911-0002',
  ])
})

it('links to no application that owes only for lines that are being refunded', () => {
  const frozen = { ...course, payable: false }
  expect(payActions([frozen, retake]).map(({ id, label }) => [id, label])).toEqual([
    ['pay-9', 'รับชำระยอดค้าง'],
  ])
  expect(owingOf([{ owing: [frozen] }])).toEqual([frozen])
})

it('counts an application only once whose rights are listed together', () => {
  expect(owingOf([{ owing: [course] }, { owing: [course, retake] }])).toEqual([course, retake])
})
