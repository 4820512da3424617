/** The entries of the main menu, in groups. */
import { applicationKinds } from '@khapdee/domain/application/status'
import { entities, listLabel } from '@khapdee/domain/entities'
import { accountSides, expenseCategories } from '@khapdee/domain/expense-item'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { ownPayslipsTitle, payslipTitle } from '@khapdee/domain/payroll/payslip'
import { listNames } from '@khapdee/domain/list-names'
import type { Permission, Resource } from '@khapdee/domain/permissions'
import { actionWords, headings } from '@khapdee/domain/words'
import {
  BadgePercent,
  Banknote,
  Building2,
  Calculator,
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  CalendarSearch,
  Car,
  CarFront,
  ChartColumn,
  ClipboardCheck,
  ClipboardList,
  ClockAlert,
  Coins,
  Database,
  DatabaseBackup,
  FileBadge,
  FileCheck2,
  FileOutput,
  FilePen,
  Files,
  GraduationCap,
  HandCoins,
  History,
  ListChecks,
  ListTodo,
  IdCard,
  LockKeyhole,
  type LucideIcon,
  NotebookPen,
  ReceiptText,
  ScanSearch,
  School,
  ScrollText,
  Stamp,
  ShieldCheck,
  ShoppingBasket,
  Tags,
  Ticket,
  UserRoundCheck,
  UserRoundCog,
  UserRoundPen,
  UserCheck,
  UsersRound,
  Wallet,
  FileCheck,
  MapPin,
  CalendarOff,
  Landmark,
  LayoutDashboard,
  Percent,
  Fuel,
  FileSpreadsheet,
  Repeat,
} from 'lucide-react'
import type { ScreenEntity } from '../crud/resource.ts'
import { paths } from '../shared/paths.ts'
import { approvalPermissions } from '../shared/waiting-decisions.ts'

export interface NavItem {
  path: string
  label: string
  icon: LucideIcon
  /** The entry is visible with the view permission of this resource, unless `anyOf` is given. */
  resource: Resource
  /** Replaces the view permission: the entry is visible with any one of these permissions, to everybody if there are none. */
  anyOf?: readonly Permission[]
  /** Whether the entry shows the number of decisions that wait for the user. */
  countsDecisions?: true
  /** Whether the entry shows the number of exam sessions that must be planned again. */
  countsAffected?: true
  /** The action that creates a record, at `/new` below the path. */
  create?: { label: string; permission: Permission }
}

export interface NavGroup {
  label: string
  /** Shown instead of the label where the menu is narrow. */
  icon: LucideIcon
  items: readonly NavItem[]
}

/** The entry of an entity's list, with a create action if the list has a form for new records. */
function listItem(entity: ScreenEntity, icon: LucideIcon): NavItem {
  const { path, label, permission } = entity
  const { resource, actions } = permission
  // Entities without a delete permission, such as customers, have no form for new records.
  const hasCreateForm = (actions as readonly string[]).includes('delete')
  return {
    path,
    label: listLabel(entity),
    icon,
    resource,
    ...(hasCreateForm && {
      create: {
        label: `${actionWords.add}${label}`,
        permission: `${resource}.create` as Permission,
      },
    }),
  }
}

export const navigation: readonly NavGroup[] = [
  {
    label: actionWords.register,
    icon: ClipboardList,
    items: [
      {
        path: paths.dashboard,
        label: headings.dashboard,
        icon: LayoutDashboard,
        resource: 'application',
        anyOf: [],
      },
      {
        path: paths.applications.course.list,
        label: 'สมัครเรียน',
        icon: UserRoundPen,
        resource: 'application',
        create: { label: applicationKinds.course.create, permission: 'application.create' },
      },
      {
        path: paths.applications.exam.list,
        label: 'สมัครสอบ',
        icon: NotebookPen,
        resource: 'application',
        create: { label: applicationKinds.exam.create, permission: 'application.create' },
      },
      {
        path: paths.applications.vehicle_check.list,
        label: applicationKinds.vehicle_check.label,
        icon: Car,
        resource: 'application',
        create: { label: applicationKinds.vehicle_check.create, permission: 'application.create' },
      },
      {
        path: paths.applications.other_fee.list,
        label: applicationKinds.other_fee.label,
        icon: ShoppingBasket,
        resource: 'application',
        create: { label: applicationKinds.other_fee.create, permission: 'application.create' },
      },
      {
        path: paths.applications.request_fee.list,
        label: entities.request_fee.label,
        icon: FilePen,
        resource: 'application',
        create: { label: applicationKinds.request_fee.create, permission: 'application.create' },
      },
      listItem(entities.customer, UsersRound),
    ],
  },
  {
    label: 'การเงิน',
    icon: Wallet,
    items: [
      {
        path: paths.overdue,
        label: listNames.overdue,
        icon: ClockAlert,
        resource: 'application',
      },
      {
        path: paths.payBalance,
        label: listNames['pay-balance'],
        icon: HandCoins,
        resource: 'application',
        anyOf: ['application.pay'],
      },
      {
        path: paths.payments,
        label: listNames.payments,
        icon: History,
        resource: 'payment',
      },
      {
        path: paths.approvals,
        label: headings.approvals,
        icon: ClipboardCheck,
        resource: 'payment',
        anyOf: approvalPermissions,
        countsDecisions: true,
      },
      {
        path: paths.closings.list,
        label: entities.closing.label,
        icon: Calculator,
        resource: 'closing',
        create: { label: entities.closing.label, permission: 'closing.create' },
      },
    ],
  },
  {
    label: entities.account_entry.permission.label,
    icon: NotebookPen,
    items: [
      {
        path: paths.income.list,
        label: accountSides.income.label,
        icon: HandCoins,
        resource: 'accounting',
        create: {
          label: `${actionWords.add}${expenseCategories.other_income.label}`,
          permission: 'accounting.create',
        },
      },
      {
        path: paths.expenses.list,
        label: accountSides.expenses.label,
        icon: ReceiptText,
        resource: 'accounting',
        create: {
          label: `${actionWords.add}${accountSides.expenses.label}`,
          permission: 'accounting.create',
        },
      },
      listItem(entities.account_entry, ScrollText),
      listItem(entities.recurring_entry, Repeat),
      {
        path: paths.statements,
        label: entities.statement_line.label,
        icon: FileSpreadsheet,
        resource: 'statement',
      },
      listItem(entities.bank_account, Landmark),
      {
        path: paths.vehicleExpenses,
        label: headings.vehicleExpenses,
        icon: Fuel,
        resource: 'accounting',
      },
      {
        path: paths.withheldTax,
        label: listNames['withheld-tax'],
        icon: Stamp,
        resource: 'accounting',
      },
      {
        path: paths.reports,
        label: listNames.report,
        icon: ChartColumn,
        resource: 'accounting',
      },
      {
        path: paths.accountLocks,
        label: entities.account_lock.label,
        icon: LockKeyhole,
        resource: 'accounting',
      },
      {
        path: paths.payroll,
        label: headings.payrollList,
        icon: Banknote,
        resource: 'payroll',
      },
      {
        path: paths.payrollReport,
        label: headings.payrollReport,
        icon: FileSpreadsheet,
        resource: 'payroll',
      },
      {
        path: paths.payrollUsers,
        label: listLabel(entities.payroll_standing),
        icon: HandCoins,
        resource: 'payroll',
      },
      { path: paths.payslips, label: payslipTitle, icon: Files, resource: 'payroll' },
      {
        path: paths.taxCertificates,
        label: listLabel(entities.tax_certificate),
        icon: FileCheck2,
        resource: 'payroll',
      },
      {
        path: paths.payrollFiles,
        label: listLabel(entities.payroll_file),
        icon: FileOutput,
        resource: 'payroll',
        anyOf: ['payroll.export'],
      },
      {
        path: paths.ownPayslips,
        label: ownPayslipsTitle,
        icon: ReceiptText,
        resource: 'payroll',
        anyOf: [],
      },
      {
        path: paths.drawer,
        label: entities.drawer_move.label,
        icon: Wallet,
        resource: 'drawer',
      },
      {
        path: paths.pettyCash.list,
        label: entities.petty_cash.label,
        icon: Coins,
        resource: 'petty_cash',
      },
    ],
  },
  {
    label: fieldTitles.exam,
    icon: GraduationCap,
    items: [
      {
        path: paths.exams,
        label: listNames.exams,
        icon: CalendarCheck,
        resource: 'exam',
      },
      {
        path: paths.examDay,
        label: actionWords.checkIn,
        icon: UserRoundCheck,
        resource: 'exam',
        anyOf: ['exam.checkin', 'exam.checkin-own'],
      },
      {
        path: entities.exam_session.path,
        label: entities.exam_session.label,
        countsAffected: true,
        icon: CalendarClock,
        resource: 'exam',
        create: {
          label: `${actionWords.add}${entities.exam_session.label}`,
          permission: 'exam.session',
        },
      },
      {
        path: paths.ownSessions,
        label: headings.ownSessions,
        icon: UserCheck,
        resource: 'exam',
        anyOf: ['exam.mark-own'],
      },
      {
        path: paths.examCalendar,
        label: 'ปฏิทินสอบ',
        icon: CalendarDays,
        resource: 'exam',
        anyOf: [],
      },
      listItem(entities.exam_right, Ticket),
      {
        path: paths.examHistory,
        label: headings.examHistory,
        icon: CalendarSearch,
        resource: 'exam',
      },
      {
        path: paths.evaluationResults,
        label: listNames['evaluation-results'],
        icon: ListChecks,
        resource: 'evaluate',
      },
      {
        path: paths.customerTesting,
        label: headings.customerTesting,
        icon: ScanSearch,
        resource: 'exam',
      },
    ],
  },
  {
    label: headings.masterData,
    icon: Database,
    items: [
      listItem(entities.branch, Building2),
      listItem(entities.course, GraduationCap),
      listItem(entities.promotion, BadgePercent),
      listItem(entities.other_fee, ReceiptText),
      listItem(entities.request_fee, FileBadge),
      listItem(entities.list_expenses, Tags),
      listItem(entities.evaluate, ListChecks),
      listItem(entities.vehicle, CarFront),
      listItem(entities.place, MapPin),
      listItem(entities.holiday, CalendarOff),
      {
        path: paths.school,
        label: entities.school.permission.label,
        icon: School,
        resource: 'settings',
      },
      listItem(entities.document_type, FileCheck),
      listItem(entities.list_payroll, Coins),
      listItem(entities.payroll_rate, Percent),
    ],
  },
  {
    label: 'ผู้ใช้และระบบ',
    icon: UserRoundCog,
    items: [
      {
        path: paths.setupList,
        label: headings.setupList,
        icon: ListTodo,
        resource: 'settings',
        anyOf: ['settings.update'],
      },
      listItem(entities.app_user, IdCard),
      listItem(entities.role, ShieldCheck),
      listItem(entities.audit_log, ScrollText),
      {
        path: entities.backup.path,
        label: listLabel(entities.backup),
        icon: DatabaseBackup,
        resource: 'backup',
      },
    ],
  },
]

/** The groups with the entries for which `can` grants the permission; empty groups are omitted. */
export function visibleNavigation(can: (permission: Permission) => boolean): NavGroup[] {
  const isVisible = ({ resource, anyOf = [`${resource}.view`] }: NavItem) =>
    anyOf.length === 0 || anyOf.some(can)
  return navigation
    .map((group) => ({ ...group, items: group.items.filter(isVisible) }))
    .filter(({ items }) => items.length > 0)
}

/** Whether `pathname` is the path of the entry or one below it. */
export const isActiveItem = ({ path }: NavItem, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)
