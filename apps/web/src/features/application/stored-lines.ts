/** The lines of a saved application, of whatever kind they are. */
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import type { LineKind } from '@khapdee/domain/promotion'

export type StoredLine = Omit<ApplicationDetail['course'][number], 'course_id' | 'course_name'> & {
  kind: LineKind
  name: string
}

/** All lines in one list: courses first. */
export function storedLines({ course, other_fee, request_fee }: ApplicationDetail): StoredLine[] {
  return [
    ...course.map((line) => ({ ...line, kind: 'course' as const, name: line.course_name })),
    ...other_fee.map((line) => ({
      ...line,
      kind: 'other_fee' as const,
      name: line.other_fee_name,
    })),
    ...request_fee.map((line) => ({
      ...line,
      kind: 'request_fee' as const,
      name: line.request_fee_name,
    })),
  ]
}
