/** Branches below branches. */

interface TreeBranch {
  branch_id: number
  parent_id: number | null
}

/** The branch itself and all below it, however far down: what it can never belong to. */
export function withBranchesBelow(
  branches: readonly TreeBranch[],
  branchId: number,
): ReadonlySet<number> {
  const found = new Set([branchId])
  // The loop also meets what is added while it runs, and nothing twice.
  for (const parent of found) {
    for (const { branch_id, parent_id } of branches) if (parent_id === parent) found.add(branch_id)
  }
  return found
}
