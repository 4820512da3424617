/** The tasks, each with the number of rows of its list; tasks without rows are omitted. */
import type { Counted, DashboardContent } from '@khapdee/contract/entities/dashboard'
import { agreedDayStates } from '@khapdee/domain/application/agreed-day'
import { licenceKinds } from '@khapdee/domain/employee-licence'
import { entities } from '@khapdee/domain/entities'
import { examRightStatuses } from '@khapdee/domain/exam-right'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type Day, formatDayShort, formatInstant, todayInBangkok } from '@khapdee/domain/thai-date'
import { dueStates } from '@khapdee/domain/vehicle'
import { headings, stateWords } from '@khapdee/domain/words'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { RecordLink } from '../../crud/actions.tsx'
import { useCurrentBranch } from '../../session/session.ts'
import { paths, pathsOf } from '../../shared/paths.ts'
import { EmptyState } from '../../ui/feedback.tsx'
import { Card } from '../../ui/page.tsx'
import { countText } from '../../ui/values.tsx'

interface Task {
  key: string
  to: string
  search?: object
  /** The branch to which the header changes, for a screen that shows one branch. */
  branch?: number
  label: string
  /** The number of rows, or a day. */
  value: ReactNode
}

const uncapped = (count: number): Counted => ({ count, capped: false })

export function Tasks({ content }: { content: DashboardContent }) {
  const { choose } = useCurrentBranch()
  const tasks = [...countedTasks(content), ...drawerTasks(content), ...licenceTasks(content)]
  return (
    <Card title="ต้องดำเนินการ" flush>
      {tasks.length === 0 ? (
        <EmptyState icon={CircleCheck} title="ไม่มีงานค้าง" />
      ) : (
        <ul className="divide-y divide-line">
          {tasks.map(({ key, to, search, branch, label, value }) => (
            <li key={key} className="flex items-baseline justify-between gap-3 px-4 py-2">
              <RecordLink
                to={to}
                {...(search && { search })}
                {...(branch !== undefined && { onClick: () => choose(String(branch)) })}
              >
                {label}
              </RecordLink>
              <span className="shrink-0 tabular-nums">{value}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function countedTasks({ decisions, outstanding, exams, vehicles }: DashboardContent): Task[] {
  const task = (label: string, counted: Counted | undefined, to: string, search?: object): Task[] =>
    counted === undefined || counted.count === 0
      ? []
      : [
          {
            key: label,
            to,
            label,
            value: countText(counted.count, counted.capped),
            ...(search && { search }),
          },
        ]
  const sessions = pathsOf('exam_session').list
  const vehicleList = pathsOf('vehicle').list
  return [
    ...task(headings.approvals, uncapped(decisions), paths.approvals),
    ...task(
      `${stateWords.outstanding} ${agreedDayStates.late.label}`,
      outstanding?.late,
      paths.overdue,
      {
        category: 'late',
      },
    ),
    ...task('รอบสอบที่ต้องจัดใหม่', exams?.affected, sessions),
    ...task('ผู้สอบที่ต้องจัดรอบสอบ', exams?.worklist, sessions),
    ...task('รอบสอบที่ยังไม่ปิดรอบ', exams?.unclosed, sessions),
    ...task(
      `${entities.exam_right.label}${examRightStatuses.expiring.label}`,
      exams?.expiring,
      pathsOf('exam_right').list,
      { status: 'expiring' },
    ),
    ...task(`เอกสารรถ${dueStates.overdue.label}`, vehicles?.overdue, vehicleList, {
      category: 'overdue',
    }),
    ...task(`เอกสารรถ${dueStates.due.label}`, vehicles?.due, vehicleList, { category: 'due' }),
  ]
}

/** Drawers with money of an earlier day, which should have been closed. */
const drawerTasks = ({ drawers, spans }: DashboardContent): Task[] =>
  (drawers ?? []).flatMap(({ branch_id, branch, open_since }) =>
    open_since === null || todayInBangkok(new Date(open_since)) >= spans.today.start
      ? []
      : [
          {
            key: `drawer ${branch_id}`,
            to: paths.closings.new,
            branch: branch_id,
            label: `ยังไม่${entities.closing.label} ${branch}`,
            value: `ตั้งแต่ ${formatInstant(open_since)}`,
          },
        ],
  )

const licenceTasks = ({ licences, spans }: DashboardContent): Task[] =>
  (licences ?? []).map(({ licence_id, user_id, name, kind, valid_until }) => ({
    key: `licence ${licence_id}`,
    to: pathsOf('app_user').record(user_id),
    label: `${fieldTitles.licence}${licenceKinds[kind].label} ${name}`,
    value: licenceEnd(valid_until, spans.today.start),
  }))

const licenceEnd = (last: Day, today: Day): string =>
  `${last < today ? 'หมดอายุ' : 'ใช้ได้ถึง'} ${formatDayShort(last)}`
