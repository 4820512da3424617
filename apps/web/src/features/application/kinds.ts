/**
 * The differences between the screens of the five kinds of application. Source: product
 * specification, section 4.
 */
import { type ApplicationKind, applicationKinds } from '@khapdee/domain/application/status'
import type { LineKind } from '@khapdee/domain/promotion'
import type { FilterValues } from '../../crud/list-search.ts'
import { paths } from '../../shared/paths.ts'
import { applicationEndpoints } from '../../shared/print.ts'

export interface ApplicationKindConfig {
  kind: ApplicationKind
  /** Title of the list screen, as in the menu. */
  title: string
  /** URL paths of the list and the screens below it. */
  paths: (typeof paths.applications)[ApplicationKind]
  api: (typeof applicationEndpoints)[ApplicationKind]
  /** The kinds of line in the form; the form always has at least one line of the first kind. */
  lines: readonly [LineKind, ...LineKind[]]
  /** Filters that every request for the list contains; none if the endpoint lists this kind only. */
  fixedFilters: FilterValues
  /** Default value of the status filter of the list. */
  defaultStatus?: string
}

const common = (kind: ApplicationKind) => ({
  kind,
  title: applicationKinds[kind].label,
  paths: paths.applications[kind],
  api: applicationEndpoints[kind],
})

export const applicationKindConfigs: Readonly<Record<ApplicationKind, ApplicationKindConfig>> = {
  course: {
    ...common('course'),
    lines: ['course', 'other_fee'],
    fixedFilters: { type: 'course' },
  },
  exam: {
    ...common('exam'),
    lines: ['other_fee', 'course'],
    fixedFilters: { type: 'exam' },
    defaultStatus: 'outstanding',
  },
  vehicle_check: {
    ...common('vehicle_check'),
    lines: ['other_fee'],
    fixedFilters: { type: 'vehicle_check' },
    defaultStatus: 'outstanding',
  },
  other_fee: { ...common('other_fee'), lines: ['other_fee'], fixedFilters: {} },
  request_fee: { ...common('request_fee'), lines: ['request_fee'], fixedFilters: {} },
}
