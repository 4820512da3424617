/** The branch and users of a matrix sample, and the type of samples. */
import type { TestApp } from './app.ts'
import type { Wire } from './wire.ts'

export interface Side {
  test: TestApp
  branch_id: number
  /** Part of the name of every record that belongs only to this branch. */
  mark: string
  /** A user with the permissions for the sample calls in the branch. */
  clerk: string
  /** A user who registers and requests, but does not decide. */
  registrar: string
}

/** The side of Khon Kaen, for tests that do not depend on the branch. */
export const khonKaen = (test: TestApp): Side => ({
  test,
  branch_id: test.school.branch.KKN,
  mark: 'ขอนแก่น',
  clerk: 'manager.kkn',
  registrar: 'registrar.kkn',
})

export interface Sample {
  wire: (side: Side) => Promise<Wire> | Wire
  /** The status for permitted callers; 200 by default. */
  status?: number
  /** Each field of the input is sufficient by itself. */
  anyOf?: true
  /** The record belongs to no branch. */
  ofSchool?: true
}

/** The filters of a list that name a branch or a person. */
export const listOf = ({ test, branch_id, clerk }: Side) => ({
  branch: branch_id,
  user: test.school.userId(clerk),
})
