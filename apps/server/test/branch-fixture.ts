/** A branch with its users, and the sample calls that the endpoint matrix makes with it. */
import type { TestApp } from './app.ts'
import type { Wire } from './wire.ts'

export interface BranchFixture {
  test: TestApp
  branch_id: number
  /** Part of the name of every record that belongs only to this branch. */
  mark: string
  /** A user with the permissions for the sample calls in the branch. */
  clerk: string
  /** A user who registers applications and requests decisions, but does not decide. */
  registrar: string
}

/** The fixture of the Khon Kaen branch, for tests that do not depend on the branch. */
export const khonKaen = (test: TestApp): BranchFixture => ({
  test,
  branch_id: test.school.branch.KKN,
  mark: 'ขอนแก่น',
  clerk: 'manager.kkn',
  registrar: 'registrar.kkn',
})

export interface Sample {
  /** Creates the records that the call needs, and returns its input in the wire format. */
  wire: (fixture: BranchFixture) => Promise<Wire> | Wire
  /** The status for permitted callers; 200 by default. */
  status?: number
  /** Set if each field of the input is sufficient by itself. */
  anyFieldSuffices?: true
  /** Set if only the user who created the record may make the call: the clerk of the fixture. */
  onlyCreator?: true
  /** The status for other permitted users of a call with `onlyCreator`; 403 by default. */
  otherStatus?: 400 | 404
  /** Set if the record belongs to no branch. */
  ofSchool?: true
}

/** A query that filters a list by branch and by user. */
export const listFilters = ({ test, branch_id, clerk }: BranchFixture) => ({
  branch: branch_id,
  user: test.school.userId(clerk),
})
