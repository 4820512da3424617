/** The password of an employee's payslips. */
import { type PayslipPassword, payslipPassword } from '@khapdee/domain/payroll/payslip-password'
import type { Day } from '@khapdee/domain/thai-date'
import type { Context } from '../../kernel/context.ts'

/**
 * The password by the setting of the school, with its kind; see {@link payslipPassword}.
 * @param unlocked the kind to use where the school does not lock payslips
 */
export async function passwordOf(
  { tx }: Pick<Context, 'tx'>,
  userId: number,
  unlocked: PayslipPassword = 'none',
): Promise<ReturnType<typeof payslipPassword> & { kind: PayslipPassword }> {
  const row = await tx
    .selectFrom('app_user as t')
    .leftJoin('user_salary as s', 's.user_id', 't.user_id')
    .select(['t.birthday', 's.idcard'])
    .select((eb) => eb.selectFrom('school').select('payslip_password').as('kind'))
    .where('t.user_id', '=', userId)
    // Safe: a check constraint lists the kinds.
    .$castTo<{ birthday: Day | null; idcard: string | null; kind: PayslipPassword }>()
    .executeTakeFirstOrThrow()
  const { birthday, idcard } = row
  const kind = row.kind === 'none' ? unlocked : row.kind
  return { kind, ...payslipPassword(kind, { birthday, idcard: idcard ?? '' }) }
}
