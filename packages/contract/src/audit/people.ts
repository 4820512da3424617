/** Audit labels of employees and their salary, leave, sessions and roles. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { describePermissions } from '@khapdee/domain/permission-labels'
import { payrollStatuses } from '@khapdee/domain/payroll/steps'
import { actionWords, stateWords } from '@khapdee/domain/words'
import { branch } from '../entities/branch.ts'
import { employee, employeeFields, salaryFields } from '../entities/employee.ts'
import { employeeLicence } from '../entities/employee-licence.ts'
import { customerFields } from '../entities/customer.ts'
import { payroll } from '../entities/payroll.ts'
import { payrollLoan } from '../entities/payroll-loan.ts'
import { payrollOpening } from '../entities/payroll-opening.ts'
import { payrollSetting } from '../entities/payroll-setting.ts'
import { payrollStanding } from '../entities/payroll-standing.ts'
import { payrollWorkRate } from '../entities/payroll-work-rate.ts'
import { role } from '../entities/role.ts'
import { user } from '../entities/user.ts'
import { titleOf } from '../field-meta.ts'
import { contractFields, hiddenFields } from './contract-fields.ts'
import { type AuditField, type AuditedEntity, choice, flag, hidden, plain } from './show.ts'

const { permissions, ...roleFields } = contractFields(role.fields.shape)

export const auditedPeople = {
  app_user: {
    fields: {
      ...contractFields(employeeFields),
      is_active: flag(titleOf(employeeFields, 'is_activate')),
      password: hidden(titleOf(user.login.input.shape, 'password')),
      role: plain(titleOf(employeeFields, 'role_id')),
      branch_code: plain(titleOf(branch.fields.shape, 'code')),
      revealed: choice('ข้อมูลที่แสดง', { idcard: titleOf(customerFields, 'idcard') }),
      sessions: choice('การเข้าสู่ระบบ', { ended: 'สิ้นสุดทุกอุปกรณ์' }),
    },
  },
  // Readers of the audit trail may lack the permission to see salaries, so the values are hidden.
  user_salary: { fields: hiddenFields(salaryFields) },
  user_leave: { fields: contractFields(employee.addLeave.input.shape) },
  user_licence: { fields: contractFields(employeeLicence.create.input.shape) },
  // Readers of the audit trail may lack the permission to see the pay of the person, so the values are hidden.
  payroll_standing: {
    fields: {
      ...contractFields({ list_payroll_id: payrollStanding.create.input.shape.list_payroll_id }),
      ...hiddenFields({ value: payrollStanding.create.input.shape.value }),
    },
  },
  payroll_opening: {
    fields: {
      year: {
        label: titleOf(payrollOpening.fields.shape, 'year'),
        show: (value) => String(Number(value) + 543),
      } satisfies AuditField,
      ...contractFields(payrollOpening.fields.pick({ type: true }).shape),
      ...hiddenFields(payrollOpening.fields.omit({ year: true, type: true }).shape),
    },
  },
  payroll_work_rate: {
    fields: {
      ...contractFields(payrollWorkRate.fields.omit({ rate: true }).shape),
      ...hiddenFields({ rate: payrollWorkRate.fields.shape.rate }),
    },
  },
  payroll_month: {
    fields: {
      payroll_month: plain(titleOf(payroll.lines.input.shape, 'month')),
      payroll_status: choice(fieldTitles.status, payrollStatuses),
      lines: hidden(titleOf(payroll.lines.input.shape, 'lines')),
    },
  },
  payroll_setting: { fields: contractFields(payrollSetting.fields.shape) },
  payroll_loan: {
    fields: {
      ...hiddenFields({
        ...payrollLoan.create.input.omit({
          user_id: true,
          note: true,
          type: true,
          bank_account_id: true,
        }).shape,
        repaid: payrollLoan.repay.input.shape.value,
      }),
      ...contractFields(
        payrollLoan.create.input.pick({ note: true, type: true, bank_account_id: true }).shape,
      ),
      is_cancelled: flag(stateWords.cancelled),
    },
  },
  session: {
    fields: {
      revoked: choice('สิ้นสุดเพราะ', {
        'signed out': actionWords.signOut,
        'refresh token used twice': 'มีการใช้สิทธิ์เข้าระบบซ้ำ ระบบจึงปิดการเข้าใช้งานนี้',
        'ended by an administrator': 'ผู้ดูแลสั่งสิ้นสุด',
      }),
    },
  },
  role: {
    fields: {
      ...roleFields,
      permissions: {
        label: permissions.label,
        show: (value) =>
          (Array.isArray(value) ? describePermissions(value.map(String)) : '') || '–',
      } satisfies AuditField,
    },
  },
} as const satisfies Record<string, Pick<AuditedEntity, 'fields'>>
