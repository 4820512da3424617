/** The rooms and fields of the demo school. */
import { type PlaceKind, isSharedByDefault } from '@khapdee/domain/place'
import { branchCodes } from './demo-branches.ts'

const places: readonly (readonly [name: string, kind: PlaceKind, capacity: number])[] = [
  ['ห้องเรียน 1', 'classroom', 40],
  ['ห้องเรียน 2', 'classroom', 25],
  ['สนามฝึก', 'training_field', 10],
  ['สนามสอบ', 'exam_field', 30],
]

/** Two classrooms, a training field and an exam field for every branch. */
export const demoPlaces = branchCodes.flatMap((branch) =>
  places.map(([name, kind, capacity]) => ({
    branch,
    name,
    kind,
    capacity,
    is_shared: isSharedByDefault(kind),
  })),
)
