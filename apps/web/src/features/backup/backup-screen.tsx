/**
 * The backups of the server: the last ones, the button that starts one, and their download. They
 * are restored by the command line only.
 */
import { backup, type BackupRow } from '@khapdee/contract/entities/backup'
import { entities, listLabel } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { DatabaseBackup, Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { call } from '../../api/client.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { download } from '../../crud/actions.tsx'
import { columnsOf } from '../../crud/columns.tsx'
import { useSession } from '../../session/session.ts'
import { showError } from '../../shared/alerts.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Alert, ProgressLine } from '../../ui/feedback.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { ThaiInstant } from '../../ui/values.tsx'

const title = listLabel(entities.backup)
const runningMs = 1_000
const idleMs = 30_000

const megabytes = new Intl.NumberFormat('th-TH', { maximumFractionDigits: 1 })
const sizeText = (bytes: number) => `${megabytes.format(Math.max(bytes / 1e6, 0.1))} MB`

/** How long ago an instant was, in whole minutes, hours or days. */
function ageText(instant: string, now = Date.now()): string {
  const minutes = Math.max(Math.floor((now - Date.parse(instant)) / 60_000), 0)
  if (minutes < 60) return `${minutes} นาที`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} ชั่วโมง` : `${Math.floor(hours / 24)} วัน`
}

const columns = columnsOf<BackupRow>(backup.row.shape, [
  {
    id: 'createdAt',
    phoneSlot: 'title',
    nowrap: true,
    cell: ({ createdAt }) => <ThaiInstant value={createdAt} />,
  },
  {
    id: 'age',
    header: 'อายุ',
    phoneSlot: 'meta',
    nowrap: true,
    cell: ({ createdAt }) => ageText(createdAt),
  },
  { id: 'size', align: 'end', nowrap: true, cell: ({ size }) => sizeText(size) },
  { id: 'name', cell: ({ name }) => <code className="text-sm break-all">{name}</code> },
])
const rowKey = ({ name }: BackupRow) => name
const noRows: readonly BackupRow[] = []

export const BackupScreen = () => (
  <Permitted permission="backup.view">
    <Backups />
  </Permitted>
)

function Backups() {
  useDocumentTitle(title)
  const { can } = useSession()
  const [isRunning, setRunning] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const { data, isError, refetch } = useEndpoint(
    backup.list,
    {},
    { staleTime: 0, refetchInterval: isRunning ? runningMs : idleMs },
  )
  const status = data?.data
  if (status !== undefined && status.is_running !== isRunning) setRunning(status.is_running)
  const start = useCommand(backup.start)
  const mayDownload = can('backup.download')
  const rowActions = useCallback(
    ({ name }: BackupRow) => [
      {
        id: 'download',
        label: actionWords.download,
        icon: Download,
        primary: true,
        onAction: () => setAsked(name),
      },
    ],
    [],
  )
  return (
    <>
      <PageHeader
        title={title}
        aside={status?.is_configured === true ? `เครื่องแม่ข่าย ${status.server}` : undefined}
        actions={
          can('backup.create') &&
          status?.is_configured === true && (
            <Button
              kind="primary"
              icon={DatabaseBackup}
              pending={start.pending}
              isDisabled={isRunning}
              onPress={() => void start.mutate({})}
            >
              สำรองข้อมูลเดี๋ยวนี้
            </Button>
          )
        }
      />
      {status?.is_configured === false && (
        <Alert tone="warning">
          ยังไม่มีการสำรองข้อมูลทุกคืน กรุณาให้ผู้ดูแลเครื่องแม่ข่ายกำหนดโฟลเดอร์ด้วย BACKUP_DIR ตามคู่มือ
        </Alert>
      )}
      {status?.is_overdue === true && (
        <Alert tone="warning">
          ไม่มีข้อมูลสำรองที่ใหม่กว่า 36 ชั่วโมง กรุณาสำรองข้อมูล และแจ้งผู้ดูแลเครื่องแม่ข่าย
        </Alert>
      )}
      {status?.has_failed === true && !isRunning && (
        <Alert tone="error">สำรองข้อมูลครั้งล่าสุดไม่สำเร็จ สาเหตุอยู่ในบันทึกของเครื่องแม่ข่าย</Alert>
      )}
      {isRunning && <Running progress={status?.progress ?? null} />}
      <Card flush>
        <DataTable
          label={title}
          columns={columns}
          rows={status?.backups ?? noRows}
          rowKey={rowKey}
          rowActions={mayDownload ? rowActions : undefined}
          state={isError ? 'error' : status === undefined ? 'loading' : 'ready'}
          onRetry={() => void refetch()}
        />
      </Card>
      <p className="text-sm text-muted">
        ไฟล์มีข้อมูลส่วนตัวทั้งหมดของโรงเรียน แต่ไม่มีค่า SECRET ซึ่งต้องเก็บแยกไว้
        การกู้คืนทำได้จากบรรทัดคำสั่งของเครื่องแม่ข่ายเท่านั้น
        {status?.is_configured === true && ` เก็บไฟล์ล่าสุดไว้ ${status.keep} ไฟล์ต่อประเภท`}
      </p>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={`${actionWords.download}${entities.backup.label}`}
        confirmLabel={actionWords.download}
        onConfirm={() => {
          if (asked === null) return
          call(backup.open, { name: asked })
            .then(({ data: { file } }) => download(file))
            .catch(showError)
        }}
      >
        ไฟล์มีข้อมูลส่วนตัวของลูกค้าและพนักงานทุกคน กรุณาเก็บในที่ปลอดภัยและเข้ารหัส การดาวน์โหลดถูกบันทึกไว้
      </ConfirmDialog>
    </>
  )
}

function Running({ progress }: { progress: { done: number; total: number } | null }) {
  const label = 'กำลังสำรองข้อมูล'
  return (
    <Card>
      {progress === null ? (
        <output>{label} …</output>
      ) : (
        <ProgressLine
          label={label}
          value={progress.done / progress.total}
          note={`${progress.done}/${progress.total}`}
        />
      )}
    </Card>
  )
}
