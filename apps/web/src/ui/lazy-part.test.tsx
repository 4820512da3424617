import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyPart, retryFailedDownloads } from './lazy-part.ts'

const Part = () => <p>ปฏิทิน</p>

it('a lazy part that cannot be downloaded leaves the screen mounted and appears after a retry', async () => {
  const load = vi.fn(async () => Part)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const Lazy = lazyPart(load)
  await act(async () => {
    render(
      <>
        <input aria-label="ชื่อ" defaultValue="สมศรี" />
        <Suspense fallback={null}>
          <Lazy />
        </Suspense>
      </>,
    )
  })
  expect(screen.getByLabelText('ชื่อ')).toHaveProperty('value', 'สมศรี')
  expect(screen.queryByText('ปฏิทิน')).toBeNull()

  await act(async () => retryFailedDownloads())
  expect(screen.getByText('ปฏิทิน')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(2)
})
