/**
 * What sets the five kinds of application apart on the screen; everything else they share. Source:
 * product specification, section 4.
 */
import { type ApplicationKind, applicationKinds } from '@khapdee/domain/application/status'
import type { LineKind } from '@khapdee/domain/promotion'
import { paths } from '../../shared/paths.ts'
import { applicationCalls } from '../../shared/print.ts'
import type { FilterValues } from '../../crud/list-search.ts'

export interface Face {
  kind: ApplicationKind
  /** As in the menu. */
  title: string
  /** Addresses of its list and the screens below it. */
  paths: (typeof paths.applications)[ApplicationKind]
  /** The calls of the kind. */
  api: (typeof applicationCalls)[ApplicationKind]
  /** What its form sells; there is always a line of the first. */
  lines: readonly [LineKind, ...LineKind[]]
  /** Sent with every question for the list. */
  fixed: FilterValues
  /** The status that the list shows until it is taken off. */
  defaultStatus?: string
}

const named = (kind: ApplicationKind) => ({
  kind,
  title: applicationKinds[kind].label,
  paths: paths.applications[kind],
  api: applicationCalls[kind],
})

export const faces: Readonly<Record<ApplicationKind, Face>> = {
  course: {
    ...named('course'),
    lines: ['course', 'other_fee'],
    fixed: { type: 'course' },
  },
  exam: {
    ...named('exam'),
    lines: ['other_fee', 'course'],
    fixed: { type: 'exam' },
    defaultStatus: 'outstanding',
  },
  vehicle_check: {
    ...named('vehicle_check'),
    lines: ['other_fee'],
    fixed: { type: 'vehicle_check' },
    defaultStatus: 'outstanding',
  },
  other_fee: { ...named('other_fee'), lines: ['other_fee'], fixed: {} },
  request_fee: { ...named('request_fee'), lines: ['request_fee'], fixed: {} },
}
