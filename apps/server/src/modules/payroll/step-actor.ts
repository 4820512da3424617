/** The caller as the rules of the steps see them. */
import type { PayrollActor } from '@khapdee/domain/payroll/steps'
import type { UserContext } from '../../kernel/context.ts'

export const actorOf = ({ actor }: UserContext): PayrollActor => ({
  user_id: actor.user_id,
  permissions: [...actor.permissions],
  may_self_decide: actor.may_self_decide,
})
