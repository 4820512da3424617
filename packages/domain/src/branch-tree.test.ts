import fc from 'fast-check'
import { expect, it } from 'vitest'
import { branchAndDescendants } from './branch-tree.ts'

const tree = (parents: Readonly<Record<number, number | null>>) =>
  Object.entries(parents).map(([id, parent_id]) => ({ branch_id: Number(id), parent_id }))

it('returns the branch and all descendants, in any input order', () => {
  const branches = tree({ 1: null, 2: 1, 3: 2, 4: 1, 5: null, 6: 5 })
  for (const list of [branches, branches.toReversed()]) {
    expect([...branchAndDescendants(list, 1)].toSorted()).toEqual([1, 2, 3, 4])
    expect([...branchAndDescendants(list, 2)].toSorted()).toEqual([2, 3])
    expect([...branchAndDescendants(list, 6)]).toEqual([6])
  }
})

it('terminates on a cycle', () => {
  expect([...branchAndDescendants(tree({ 1: 2, 2: 3, 3: 1, 4: null }), 1)].toSorted()).toEqual([
    1, 2, 3,
  ])
})

it('returns exactly the branches that cannot become the parent of the branch, because that would create a cycle', () => {
  const parents = fc.array(fc.option(fc.nat(), { nil: null }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parents, fc.nat(), (drawn, pick) => {
      // The parent of each branch is an earlier branch or none.
      const branches = drawn.map((parent, i) => ({
        branch_id: i,
        parent_id: parent === null || i === 0 ? null : parent % i,
      }))
      const own = pick % branches.length
      const reachesOwn = (id: number | null): boolean =>
        id !== null && (id === own || reachesOwn(branches[id]?.parent_id ?? null))
      const expected = branches.map(({ branch_id }) => branch_id).filter(reachesOwn)
      expect([...branchAndDescendants(branches, own)].toSorted((a, b) => a - b)).toEqual(expected)
    }),
  )
})
