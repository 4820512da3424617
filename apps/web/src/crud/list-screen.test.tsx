import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { aUser } from '../../test/user.ts'
import { sessionStore } from '../session/session.ts'
import { useHiddenColumns } from './list-screen.tsx'

const signIn = (user_id: number) =>
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ user_id }) })

/** Stores a text as another tab or an older release would. */
function store(text: string) {
  localStorage.setItem('khapdee.columns', text)
  window.dispatchEvent(new StorageEvent('storage', { key: 'khapdee.columns' }))
}

function hiddenColumnsOf(list: string) {
  const { result } = renderHook(() => useHiddenColumns(list))
  return {
    hidden: () => result.current[0],
    hide: (...ids: string[]) => act(() => result.current[1](ids)),
  }
}

beforeEach(() => {
  signIn(7)
  store('{}')
})

describe('useHiddenColumns', () => {
  it('stores the hidden columns per list', () => {
    hiddenColumnsOf('course').hide('price', 'branch')
    expect(hiddenColumnsOf('course').hidden()).toEqual(['price', 'branch'])
    expect(hiddenColumnsOf('branch').hidden()).toEqual([])
    expect(localStorage.getItem('khapdee.columns')).toBe('{"7":{"course":["price","branch"]}}')
  })

  it('stores the hidden columns per user', () => {
    hiddenColumnsOf('course').hide('price')
    signIn(8)
    expect(hiddenColumnsOf('course').hidden()).toEqual([])
    hiddenColumnsOf('course').hide('branch')
    signIn(7)
    expect(hiddenColumnsOf('course').hidden()).toEqual(['price'])
  })

  it('applies a change made in another tab', () => {
    const course = hiddenColumnsOf('course')
    act(() => store('{"7":{"course":["type"]}}'))
    expect(course.hidden()).toEqual(['type'])
  })

  it.each(['{"7":{"course":"price"}}', '[1]', 'no JSON'])(
    'ignores the invalid stored value %s',
    (text) => {
      store(text)
      expect(hiddenColumnsOf('course').hidden()).toEqual([])
    },
  )
})
