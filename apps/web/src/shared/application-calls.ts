/** The calls of each kind of application, for every screen that makes one. */
import { application } from '@khapdee/contract/entities/application'
import { applicationFee } from '@khapdee/contract/entities/application-fee'
import { request } from '@khapdee/contract/entities/request'
import type { ApplicationKind } from '@khapdee/domain/application/status'

export const applicationCalls = {
  course: application,
  exam: application,
  vehicle_check: application,
  other_fee: applicationFee,
  request_fee: request,
} as const satisfies Record<ApplicationKind, object>
