import { describe, expect, it } from 'vitest'
import { deductionCategories, incomeCategories, itemProblem, postingsOf } from './items.ts'

describe('itemProblem', () => {
  it.each(Object.keys(incomeCategories) as (keyof typeof incomeCategories)[])(
    'accepts %s for income only',
    (category) => {
      expect(itemProblem({ type: 'income', category, posting: null })).toBeNull()
      expect(itemProblem({ type: 'deduction', category, posting: 'withheld_for' })?.path).toBe(
        'category',
      )
    },
  )

  it.each(Object.keys(deductionCategories) as (keyof typeof deductionCategories)[])(
    'accepts %s for deductions with its own postings only',
    (category) => {
      const accepted = (
        ['reduces_pay', 'withheld_for', 'recovers_advance', 'school_income'] as const
      ).filter((posting) => itemProblem({ type: 'deduction', category, posting }) === null)
      expect(new Set(accepted)).toEqual(new Set(postingsOf(category)))
      expect(itemProblem({ type: 'deduction', category, posting: null })?.path).toBe('posting')
      expect(itemProblem({ type: 'income', category, posting: null })?.path).toBe('category')
    },
  )

  it('allows only absence to reduce pay, and only advances and loans to recover money', () => {
    const kinds = Object.keys(deductionCategories) as (keyof typeof deductionCategories)[]
    const withPosting = (posting: string) =>
      kinds.filter((kind) => postingsOf(kind).some((possible) => possible === posting))
    expect(withPosting('reduces_pay')).toEqual(['absence'])
    expect(withPosting('recovers_advance')).toEqual(['advance', 'loan'])
  })
})
