import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addRecentScreen, useRecentScreens } from './shell-store.ts'

const addRecent = (userId: number, ...paths: string[]) =>
  act(() => paths.forEach((path) => addRecentScreen(userId, path)))
const recent = (userId: number) => renderHook(() => useRecentScreens(userId)).result.current

it('stores the last five screens of each user, most recent first, without duplicates', () => {
  addRecent(1, '/a', '/b', '/c', '/d', '/e', '/f', '/b')
  addRecent(2, '/x')
  expect(recent(1)).toEqual(['/b', '/f', '/e', '/d', '/c'])
  expect(recent(2)).toEqual(['/x'])
  expect(recent(3)).toEqual([])
})
