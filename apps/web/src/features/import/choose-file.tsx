/** The first step of an import: download of templates, and choice of the filled file. */
import { imports } from '@khapdee/contract/entities/import'
import { type ImportKind, importKinds } from '@khapdee/domain/import'
import { actionWords, headings } from '@khapdee/domain/words'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { showError } from '../../shared/alerts.ts'
import { useSingleFlight } from '../../use-single-flight.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { classNames } from '../../ui/class-names.ts'
import { downloadFile } from './use-import.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The kinds with a download of the existing records, to edit and import them again. */
const withExistingRecords: ReadonlySet<ImportKind> = new Set([
  'course',
  'other-fee',
  'request-fee',
  'promotion',
  'expense-item',
  'evaluation',
  'vehicle',
])

export function Templates({ kind }: { kind: ImportKind }) {
  return (
    <Card title="1. เตรียมไฟล์">
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          ใช้แบบฟอร์มนี้หรือไฟล์ของคุณเองที่มีหัวตารางเดียวกัน (.xlsx หรือ .csv) วิธีกรอกแต่ละคอลัมน์อยู่ในแผ่นงานที่สอง
        </p>
        <div className="flex flex-wrap gap-2">
          <TemplateButton kind={kind} filled="false" label="ดาวน์โหลดแบบฟอร์ม" />
          {withExistingRecords.has(kind) && (
            <TemplateButton
              kind={kind}
              filled="true"
              label={`${actionWords.download}${importKinds[kind].label}ที่มีอยู่`}
            />
          )}
        </div>
      </div>
    </Card>
  )
}

interface TemplateButtonProps {
  kind: ImportKind
  /** Whether the file contains the existing records; a text, as the query has it. */
  filled: 'true' | 'false'
  label: string
}

function TemplateButton({ kind, filled, label }: TemplateButtonProps) {
  const { run, pending } = useSingleFlight(async () => {
    try {
      const { data } = await call(imports[kind].template, { filled })
      const bytes = Uint8Array.from(atob(data.content), (letter) => letter.charCodeAt(0))
      downloadFile(data.name, bytes, xlsx)
    } catch (error) {
      showError(error)
    }
  })
  return (
    <Button icon={Download} pending={pending} onPress={() => void run()}>
      {label}
    </Button>
  )
}

interface FileDropProps {
  isChecking: boolean
  onChoose: (file: File) => void
}

/** Accepts a file by drag and drop or by the file dialog. */
export function FileDrop({ isChecking, onChoose }: FileDropProps) {
  const [isDragOver, setDragOver] = useState(false)
  return (
    <Card title="2. เลือกไฟล์">
      <label
        className={classNames(
          'relative flex flex-col items-center gap-1 rounded-lg border border-dashed border-line-strong px-4 py-10 text-center hover:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          isDragOver && 'bg-primary-soft',
        )}
      >
        {/* Invisible and above the whole area, because it accepts dropped files. Not disabled during
            a check, which would lose the focus; a new file replaces the one being checked. */}
        <input
          type="file"
          accept=".xlsx,.csv"
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setDragOver(true)}
          onDragLeave={() => setDragOver(false)}
          onDrop={() => setDragOver(false)}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) onChoose(file)
            // Otherwise, choosing the same file again after a correction would not fire `change`.
            event.currentTarget.value = ''
          }}
        />
        {isChecking ? (
          <Spinner size={28} />
        ) : (
          <FileSpreadsheet size={28} strokeWidth={1.5} aria-hidden className="text-muted" />
        )}
        <span className="font-medium" aria-live="polite">
          {isChecking ? headings.checkingFile : 'เลือกไฟล์ หรือลากไฟล์มาวางที่นี่'}
        </span>
        <span className="text-sm text-muted">.xlsx หรือ .csv ไม่เกิน 5 MB</span>
      </label>
    </Card>
  )
}
