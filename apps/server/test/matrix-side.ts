/** Whose things a sample of the matrix is made of, and what a sample is. */
import type { TestApp } from './app.ts'
import type { Wire } from './wire.ts'

export interface Side {
  test: TestApp
  branch_id: number
  /** Stands in the name of everything that is this branch's alone. */
  mark: string
  /** May do everything in the branch. */
  clerk: string
  /** Registers and asks; never the one who decides. */
  registrar: string
}

/** The side of Khon Kaen, where what is of no concern to branches is tried. */
export const khonKaen = (test: TestApp): Side => ({
  test,
  branch_id: test.school.branch.KKN,
  mark: 'ขอนแก่น',
  clerk: 'manager.kkn',
  registrar: 'registrar.kkn',
})

export interface Sample {
  wire: (side: Side) => Promise<Wire> | Wire
  /** What whoever may make the call is answered: 200 unless said. */
  status?: number
  /** Any one of its fields is enough. */
  anyOf?: true
  /** Of what belongs to no branch. */
  ofSchool?: true
}

/** The filters of a list that name a branch or a person. */
export const listOf = ({ test, branch_id, clerk }: Side) => ({
  branch: branch_id,
  user: test.school.userId(clerk),
})
