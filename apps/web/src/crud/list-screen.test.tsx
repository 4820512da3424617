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

function choiceOf(list: string) {
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
  it('stores the choice per list', () => {
    choiceOf('course').hide('price', 'branch')
    expect(choiceOf('course').hidden()).toEqual(['price', 'branch'])
    expect(choiceOf('branch').hidden()).toEqual([])
    expect(localStorage.getItem('khapdee.columns')).toBe('{"7":{"course":["price","branch"]}}')
  })

  it('stores the choice per user', () => {
    choiceOf('course').hide('price')
    signIn(8)
    expect(choiceOf('course').hidden()).toEqual([])
    choiceOf('course').hide('branch')
    signIn(7)
    expect(choiceOf('course').hidden()).toEqual(['price'])
  })

  it('follows other tabs', () => {
    const choice = choiceOf('course')
    act(() => store('{"7":{"course":["type"]}}'))
    expect(choice.hidden()).toEqual(['type'])
  })

  it.each(['{"7":{"course":"price"}}', '[1]', 'no JSON'])(
    'ignores the invalid stored value %s',
    (text) => {
      store(text)
      expect(choiceOf('course').hidden()).toEqual([])
    },
  )
})
