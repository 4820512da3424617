import { describe, expect, it } from 'vitest'
import {
  type RequestKind,
  type RequestState,
  bindsRequester,
  isOpenRefund,
  isRevocable,
  isWithdrawable,
  requestKinds,
  requestStates,
} from './approval-request.ts'

const casesOf = (rule: (kind: RequestKind, state: RequestState) => boolean) =>
  Object.keys(requestKinds).flatMap((kind) =>
    Object.keys(requestStates)
      .filter((state) => rule(kind as RequestKind, state as RequestState))
      .map((state) => `${kind} ${state}`),
  )

describe('a request', () => {
  it('for a void can be withdrawn while it waits, and one for a refund until it is paid out', () => {
    expect(casesOf(isWithdrawable)).toEqual(['void waiting', 'refund waiting', 'refund approved'])
  })

  it('for a refund is open until it is paid out', () => {
    expect(casesOf(isOpenRefund)).toEqual(['refund waiting', 'refund approved'])
  })

  it('restricts its requester while it waits, after a rejection, and after its approval was revoked', () => {
    expect(casesOf(bindsRequester)).toEqual([
      'void waiting',
      'void rejected',
      // Never stored: only approvals of refunds are revoked.
      'void revoked',
      'refund waiting',
      'refund rejected',
      'refund revoked',
    ])
  })

  it('can have its approval revoked only if it is an approved refund that is not paid out', () => {
    expect(casesOf(isRevocable)).toEqual(['refund approved'])
  })
})
