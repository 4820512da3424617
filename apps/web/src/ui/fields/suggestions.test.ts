import { expect, it } from 'vitest'
import { searchItems } from './suggestions.ts'

const itself = (text: string) => text
const prefixes = ['นาย', 'นาง', 'นางสาว', 'เด็กชาย']

it.each([
  ['', prefixes],
  ['นาง', prefixes],
  ['นางส', ['นางสาว']],
  [' ชาย ', ['เด็กชาย']],
  ['พระ', []],
])('finds for "%s"', (typed, found) => {
  expect(searchItems(prefixes, itself)(typed)).toEqual(found)
})

it('finds at most the given number of items', () => {
  const search = searchItems(prefixes, itself, 2)
  for (const typed of ['', 'นาง']) expect(search(typed)).toEqual(['นาย', 'นาง'])
})
