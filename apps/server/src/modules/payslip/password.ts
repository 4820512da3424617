/** The password of an employee's payslips. */
import { type PayslipPassword, payslipPassword } from '@khapdee/domain/payroll/payslip-password'
import type { Day } from '@khapdee/domain/thai-date'
import type { Context } from '../../kernel/context.ts'

/** The password by the setting of the school, with its kind; see {@link payslipPassword}. */
export async function passwordOf(
  { tx }: Pick<Context, 'tx'>,
  userId: number,
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
  const { kind, birthday, idcard } = row
  return { kind, ...payslipPassword(kind, { birthday, idcard: idcard ?? '' }) }
}
