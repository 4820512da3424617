import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useStructuralSharing } from './use-table.ts'

const answer = (status: string) => ({
  rows: [
    { id: 1, status: 'paid' },
    { id: 2, status },
  ],
  filter: { branch: [{ value: 'all', name: 'ทั้งหมด' }] },
})

describe('useStructuralSharing', () => {
  it('returns the previous value for a deeply equal one', () => {
    const first = answer('paid')
    const { result, rerender } = renderHook(useStructuralSharing<typeof first>, {
      initialProps: first,
    })
    rerender(answer('paid'))
    expect(result.current).toBe(first)
  })

  it('keeps the deeply equal parts of the previous value and takes the others from the new one', () => {
    const first = answer('paid')
    const { result, rerender } = renderHook(useStructuralSharing<typeof first>, {
      initialProps: first,
    })
    rerender(answer('void'))
    expect(result.current).toEqual(answer('void'))
    expect(result.current.filter).toBe(first.filter)
    expect(result.current.rows[0]).toBe(first.rows[0])
    // The comparison is with the previous answer, not with the first.
    const second = result.current
    rerender(answer('void'))
    expect(result.current).toBe(second)
  })
})
