import { expect, it } from 'vitest'
import { formatDocumentNumber } from './document-number.ts'
import { day } from './thai-date.ts'

it.each([
  [1, 'RE-KKN-6911-0001'],
  [9999, 'RE-KKN-6911-9999'],
  [10000, 'RE-KKN-6911-10000'],
])('formats receipt %s of November 2569 as %s', (n, text) => {
  expect(formatDocumentNumber('RE', 'KKN', day('2026-11-21'), n)).toBe(text)
})
