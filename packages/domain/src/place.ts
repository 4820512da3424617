/** The rooms and fields of a branch where exams and lessons take place. Source: product specification, sections 6.1 and 6.2b. */

export const placeKinds = {
  classroom: { label: 'ห้องเรียน' },
  training_field: { label: 'สนามฝึก' },
  exam_field: { label: 'สนามสอบ' },
} as const

export type PlaceKind = keyof typeof placeKinds

/** Whether a new place of the kind may be used by several exam sessions and lessons at the same time. */
export const isSharedByDefault = (kind: PlaceKind): boolean => kind === 'training_field'
