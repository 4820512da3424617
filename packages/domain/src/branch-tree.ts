/** The hierarchy of branches. */

interface TreeBranch {
  branch_id: number
  parent_id: number | null
}

/** The branch and all its descendants: none of them can become its parent. */
export function branchAndDescendants(
  branches: readonly TreeBranch[],
  branchId: number,
): ReadonlySet<number> {
  const found = new Set([branchId])
  // Iterating a Set also visits members added during the loop, each once.
  for (const parent of found) {
    for (const { branch_id, parent_id } of branches) if (parent_id === parent) found.add(branch_id)
  }
  return found
}
