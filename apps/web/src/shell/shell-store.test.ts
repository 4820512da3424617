import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rememberScreen, useRecentScreens } from './shell-store.ts'

const remember = (userId: number, ...paths: string[]) =>
  act(() => paths.forEach((path) => rememberScreen(userId, path)))
const recent = (userId: number) => renderHook(() => useRecentScreens(userId)).result.current

it('keeps the last five screens of each user, the latest first, without duplicates', () => {
  remember(1, '/a', '/b', '/c', '/d', '/e', '/f', '/b')
  remember(2, '/x')
  expect(recent(1)).toEqual(['/b', '/f', '/e', '/d', '/c'])
  expect(recent(2)).toEqual(['/x'])
  expect(recent(3)).toEqual([])
})
