/** The dialog that imports a statement file: account, file, columns, preview. */
import {
  type StatementMappingInput,
  type StatementPlan,
  statement,
} from '@khapdee/contract/entities/statement'
import type { Option } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import { maxImportBytes } from '@khapdee/domain/import'
import { formatDay } from '@khapdee/domain/thai-date'
import { actionWords, units, headings, stateWords } from '@khapdee/domain/words'
import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { asApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useCommand } from '../../api/queries.ts'
import { failureText } from '../../shared/alerts.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Money, countText } from '../../ui/values.tsx'
import { AccountField } from './account-field.tsx'
import { MappingFields } from './mapping-fields.tsx'

interface ImportDialogProps {
  accounts: readonly Option[]
  account: number | null
  onClose: () => void
}

/** Lines of the preview. */
const maxShown = 30

/** Previews a file again whenever the account, the file or the columns change. */
function usePreview() {
  const [plan, setPlan] = useState<StatementPlan | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  async function read(account: number, file: File, mapping?: StatementMappingInput) {
    controller.current?.abort()
    const current = new AbortController()
    controller.current = current
    setReading(true)
    setProblem(null)
    try {
      const input = { bank_account_id: account, ...(mapping && { mapping }) }
      const { data } = await call(statement.preview, input, { file, signal: current.signal })
      setPlan(data)
    } catch (error) {
      if (current.signal.aborted) return
      setPlan(null)
      setProblem(failureText(asApiError(error)))
    } finally {
      if (controller.current === current) setReading(false)
    }
  }
  return { plan, problem, setProblem, isReading, read }
}

export function ImportDialog({ accounts, account: initial, onClose }: ImportDialogProps) {
  const [account, setAccount] = useState(initial)
  const [file, setFile] = useState<File | null>(null)
  const { plan, problem, setProblem, isReading, read } = usePreview()
  const commit = useCommand(statement.commit, {
    onSuccess: onClose,
    onError: ({ code }) => {
      if (code === 'IMPORT_CHANGED' && account !== null && file !== null)
        void read(account, file, plan?.mapping ?? undefined)
    },
  })
  const choose = async (chosen: File) => {
    if (account === null) return
    if (chosen.size > maxImportBytes) return setProblem('ไฟล์มีขนาดใหญ่เกิน 5 MB กรุณาแบ่งเป็นหลายไฟล์')
    // A copy in memory, so that the previewed content is saved even if the file on disk changes.
    const copy = new File([await chosen.arrayBuffer()], chosen.name)
    setFile(copy)
    await read(account, copy)
  }
  const isReady = plan !== null && plan.mapping !== null && plan.counts.wrong === 0
  const title = `${actionWords.import}${entities.statement_line.label}`
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      size="lg"
      isBusy={commit.pending}
      actions={
        <>
          <Button isDisabled={commit.pending} onPress={onClose}>
            {actionWords.cancel}
          </Button>
          <Button
            kind="primary"
            pending={commit.pending}
            isDisabled={!isReady || isReading || plan.counts.new === 0}
            onPress={() => {
              if (account === null || file === null || !isReady || plan.mapping === null) return
              const { mapping, digest } = plan
              void commit.mutate({ bank_account_id: account, mapping, digest }, file)
            }}
          >
            {plan === null
              ? actionWords.import
              : `${actionWords.import} ${countText(plan.counts.new)} ${units.entries}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <AccountField
          accounts={accounts}
          value={account}
          onChange={(next) => {
            setAccount(next)
            if (file !== null) void read(next, file)
          }}
        />
        {account !== null && (
          <FileField
            name={file?.name}
            isReading={isReading}
            onChoose={(next) => void choose(next)}
          />
        )}
        {problem !== null && <Alert tone="error">{problem}</Alert>}
        {commit.pending && plan !== null && (
          <output className="flex items-center gap-2">
            <Spinner size={18} />
            {`กำลังบันทึก ${countText(plan.counts.new)} ${units.entries}`}
          </output>
        )}
        {plan !== null && account !== null && file !== null && (
          <>
            <MappingFields
              columns={plan.columns}
              mapping={plan.mapping}
              onChange={(mapping) => void read(account, file, mapping)}
            />
            <Preview plan={plan} />
          </>
        )}
      </div>
    </Modal>
  )
}

interface FileFieldProps {
  name: string | undefined
  isReading: boolean
  onChoose: (file: File) => void
}

function FileField({ name, isReading, onChoose }: FileFieldProps) {
  return (
    <label className="relative flex items-center gap-3 rounded-lg border border-dashed border-line-strong p-4 hover:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="file"
        accept=".xlsx,.csv"
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) onChoose(file)
          // Otherwise, choosing the same file again after a correction would not fire `change`.
          event.currentTarget.value = ''
        }}
      />
      {isReading ? <Spinner size={20} /> : <FileSpreadsheet size={20} aria-hidden />}
      <span aria-live="polite">
        {isReading ? headings.checkingFile : (name ?? 'เลือกไฟล์ .xlsx หรือ .csv จากธนาคาร')}
      </span>
    </label>
  )
}

function Preview({ plan }: { plan: StatementPlan }) {
  const { counts, lines, problems, start, end } = plan
  if (plan.mapping === null) return null
  return (
    <>
      <output>
        {`${stateWords.new} ${countText(counts.new)} · มีอยู่แล้ว ${countText(counts.known)} · ไม่ใช่รายการ ${countText(counts.skipped)} · ผิด ${countText(counts.wrong)}`}
        {start !== null && end !== null && ` (${formatDay(start)} – ${formatDay(end)})`}
      </output>
      {problems.length > 0 && (
        <Alert tone="error">
          {problems
            .slice(0, 5)
            .map(({ row, message }) => `แถว ${row}: ${message}`)
            .join(' · ')}
        </Alert>
      )}
      <ul className="flex max-h-60 flex-col overflow-y-auto text-sm">
        {lines.slice(0, maxShown).map((line) => (
          <li key={line.row} className="flex justify-between gap-3 border-b border-line py-1">
            <span className={`min-w-0 wrap-anywhere ${line.is_new ? '' : 'text-muted'}`}>
              {`${formatDay(line.date)} ${line.time} ${line.description}`}
              {!line.is_new && ' (มีอยู่แล้ว)'}
            </span>
            <Money value={line.value} />
          </li>
        ))}
      </ul>
    </>
  )
}
