import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './paths.ts'

describe('parseSearch and stringifySearch', () => {
  it('keep text unchanged, even text that looks like a number', () => {
    const search = { text: '0812345678', status: 'true', redirect: '/a?b=1&c=2' }
    expect(stringifySearch({ text: '0812345678' })).toBe('?text=0812345678')
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })

  it('omit parameters that are not set', () => {
    expect(stringifySearch({ page: undefined, text: '' })).toBe('')
    expect(parseSearch('')).toEqual({})
  })
})
