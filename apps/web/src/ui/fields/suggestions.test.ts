import { expect, it } from 'vitest'
import { searchItems } from './suggestions.ts'

const identity = (text: string) => text
const prefixes = ['นาย', 'นาง', 'นางสาว', 'เด็กชาย']

it.each([
  ['', prefixes],
  ['นาง', prefixes],
  ['นางส', ['นางสาว']],
  [' ชาย ', ['เด็กชาย']],
  ['พระ', []],
])(
  'finds for "%s" the items that contain it, or all items if it is empty or a complete item',
  (typed, found) => {
    expect(searchItems(prefixes, identity)(typed)).toEqual(found)
  },
)

it('finds at most the given number of items', () => {
  const search = searchItems(prefixes, identity, 2)
  for (const typed of ['', 'นาง']) expect(search(typed)).toEqual(['นาย', 'นาง'])
})
