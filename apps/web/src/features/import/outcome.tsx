/** The result of an import: links to the saved records, and first passwords, shown only once. */
import { employee } from '@khapdee/contract/entities/employee'
import type { ImportOutcome } from '@khapdee/contract/entities/import'
import { user } from '@khapdee/contract/entities/user'
import { titleOf, titlesOf } from '@khapdee/contract/field-meta'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { type ImportKind, importKinds, importStates } from '@khapdee/domain/import'
import { headings, actionWords } from '@khapdee/domain/words'
import { Download, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { RecordLink } from '../../crud/actions.tsx'
import { rightPath } from '../../crud/right-path.ts'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Pagination } from '../../ui/list-tools.tsx'
import { Card } from '../../ui/page.tsx'
import { StateChip } from '../../ui/values.tsx'
import { lineColumn, summaryText } from './plan-table.tsx'
import { downloadFile } from './use-import.ts'

type SavedRow = ImportOutcome['rows'][number]

const perPage = 50
const lineOf = ({ line }: SavedRow) => line

/** The path of a saved record. An imported right has no application, so its path is that of the right itself. */
const recordPath = (kind: ImportKind, id: number): string =>
  kind === 'exam-right'
    ? rightPath({ right_id: id, application_id: null })
    : `${importKinds[kind].listPath}/${id}`

const columnsOf = (kind: ImportKind): readonly Column<SavedRow>[] => [
  lineColumn,
  {
    id: 'name',
    header: headings.item,
    phoneSlot: 'title',
    cell: ({ id, name }) => <RecordLink to={recordPath(kind, id)}>{name}</RecordLink>,
  },
  {
    id: 'state',
    header: fieldTitles.status,
    nowrap: true,
    phoneSlot: 'meta',
    cell: ({ state }) => <StateChip state={importStates[state]} />,
  },
]

interface OutcomeProps {
  kind: ImportKind
  outcome: ImportOutcome
  /** Called when the user downloads or prints the first passwords. */
  onPasswordsSaved: () => void
}

export function Outcome({ kind, outcome, onPasswordsSaved }: OutcomeProps) {
  const [page, setPage] = useState(1)
  const columns = useMemo(() => columnsOf(kind), [kind])
  return (
    <>
      <Alert tone="success">นำเข้าข้อมูลเรียบร้อยแล้ว {summaryText(outcome.counts)}</Alert>
      {outcome.passwords.length > 0 && (
        <Passwords passwords={outcome.passwords} onPasswordsSaved={onPasswordsSaved} />
      )}
      {kind === 'employee' && outcome.counts.new > 0 && outcome.passwords.length === 0 && (
        <Alert tone="warning">
          รหัสผ่านเริ่มต้นแสดงได้เพียงครั้งเดียวและคำตอบแรกไม่ถึงหน้านี้ กรุณาตั้งรหัสผ่านใหม่ที่หน้าของพนักงานแต่ละคน
        </Alert>
      )}
      <Card title="รายการที่บันทึกแล้ว" flush>
        <DataTable
          label="รายการที่บันทึกแล้ว"
          columns={columns}
          rows={outcome.rows.slice((page - 1) * perPage, page * perPage)}
          rowKey={lineOf}
          state="ready"
        />
        {outcome.rows.length > perPage && (
          <Pagination
            page={page}
            perPage={perPage}
            total={outcome.rows.length}
            onPage={setPage}
            onPerPage={() => setPage(1)}
          />
        )}
      </Card>
    </>
  )
}

const loginLabels = titlesOf(user.login.input.shape)
const firstPasswordTitle = titleOf(employee.fields.shape, 'password')

interface PasswordsProps extends Pick<OutcomeProps, 'onPasswordsSaved'> {
  passwords: ImportOutcome['passwords']
}

function Passwords({ passwords, onPasswordsSaved }: PasswordsProps) {
  const download = () => {
    downloadFile(`${firstPasswordTitle}.csv`, passwordFile(passwords), 'text/csv')
    onPasswordsSaved()
  }
  const print = () => {
    window.print()
    onPasswordsSaved()
  }
  return (
    <Card
      title={firstPasswordTitle}
      actions={
        <>
          <Button icon={Download} onPress={download}>
            {actionWords.download}
          </Button>
          <Button icon={Printer} onPress={print}>
            {actionWords.print}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <Alert tone="warning">รหัสผ่านเหล่านี้แสดงเพียงครั้งเดียว กรุณาดาวน์โหลดหรือพิมพ์ก่อนออกจากหน้านี้</Alert>
        <table className="w-full max-w-200 text-start">
          <thead>
            <tr className="text-sm text-muted">
              <th className="py-1 text-start font-medium">{fieldTitles.name}</th>
              <th className="py-1 text-start font-medium">{loginLabels.username}</th>
              <th className="py-1 text-start font-medium">{loginLabels.password}</th>
            </tr>
          </thead>
          <tbody>
            {passwords.map(({ username, name, first_password }) => (
              <tr key={username} className="border-t border-line">
                <td className="py-1 pe-3 wrap-anywhere">{name}</td>
                <td className="py-1 pe-3 wrap-anywhere">{username}</td>
                <td className="py-1">
                  <code className="font-semibold whitespace-nowrap">{first_password}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

/** A CSV cell. Names are user input, so text that would run as a formula is escaped. */
const cell = (text: string) =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** The first passwords as CSV. The byte order mark makes Excel read it as UTF-8. */
export function passwordFile(passwords: ImportOutcome['passwords']): string {
  const rows = passwords.map(({ name, username, first_password }) => [
    name,
    username,
    first_password,
  ])
  const lines = [[fieldTitles.name, loginLabels.username, firstPasswordTitle], ...rows].map((row) =>
    row.map(cell).join(','),
  )
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
