/** Links to exam rights. */
import type { ApplicationKind } from '@khapdee/domain/application/status'
import { pathsOf } from '../shared/paths.ts'

/** The ids of a right, and of the application that granted it; null without one. */
export interface RightKey {
  right_id: number
  application_id: number | null
  /** Whether it belongs to the branches of the user, who cannot open others; true by default. */
  is_own?: boolean
}

/** The path of the rights of an application, or of a single right without an application. */
export const rightPath = ({ right_id, application_id }: RightKey): string =>
  application_id === null
    ? `${pathsOf('exam_right').list}/granted/${right_id}`
    : pathsOf('exam_right').record(application_id)

/** Whether the right of a row was granted by an application. */
export const hasApplication = <
  Row extends { application_id: number | null; type: ApplicationKind | null },
>(
  row: Row,
): row is Row & { application_id: number; type: ApplicationKind } =>
  row.application_id !== null && row.type !== null
