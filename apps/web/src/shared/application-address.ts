/** Where the applications of each kind are, for every screen that leads to one. */
import type { ApplicationKind } from '@khapdee/domain/application/status'

/** The list of a kind; its new form and its saved applications are below it. */
export const applicationPaths = {
  course: '/registrations',
  exam: '/exam-applications',
  vehicle_check: '/vehicle-checks',
  other_fee: '/other-fee-sales',
  request_fee: '/request-fee-sales',
} as const satisfies Record<ApplicationKind, string>

interface ApplicationPlace {
  type: ApplicationKind
  application_id: number
}

/** A saved application. */
export const applicationAddress = ({ type, application_id }: ApplicationPlace): string =>
  `${applicationPaths[type]}/${application_id}`

/** At the end of an address: what is still owed is ready to be paid. */
export const payHash = 'pay'

/** A saved application, with what is still owed ready to be paid. */
export const payAddress = (place: ApplicationPlace): string =>
  `${applicationAddress(place)}#${payHash}`
