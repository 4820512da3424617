/** The state of an import: choose a file, preview it, save it. */
import { type ImportOutcome, type ImportPlan, imports } from '@khapdee/contract/entities/import'
import { type ImportKind, maxImportBytes } from '@khapdee/domain/import'
import { useEffect, useRef, useState } from 'react'
import { asApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useCommand } from '../../api/queries.ts'
import { alerts, failureText } from '../../shared/alerts.ts'

/**
 * First path segments of the endpoints whose cached queries are invalidated after an import; `application`
 * includes the lists of the registration form.
 */
const invalidates: Readonly<Record<ImportKind, readonly string[]>> = {
  course: ['course', 'application'],
  'other-fee': ['otherfee', 'application'],
  'request-fee': ['requestfee', 'application'],
  promotion: ['promotion', 'application'],
  'expense-item': ['list-expenses'],
  evaluation: ['evaluate'],
  vehicle: ['vehicle'],
  employee: ['user', 'application', 'applicationfee', 'request', 'payment'],
  customer: ['customer', 'application', 'applicationfee', 'request', 'payment'],
  'exam-right': ['exam', 'exam-session', 'customer'],
}

export interface ImportProcess {
  /** The chosen file: a copy in memory, so that the previewed content is saved even if the file on disk changes. */
  chosen: File | null
  /** The preview; null until the server has checked the file. */
  plan: ImportPlan | null
  /** Resets the import to its first step. */
  outcome: ImportOutcome | null
  /** An error message about the whole file. */
  problem: string | null
  isChecking: boolean
  saving: boolean
  choose: (file: File) => Promise<void>
  save: () => Promise<void>
  /** Resets the import to its first step. */
  restart: () => void
}

export function useImport(kind: ImportKind): ImportProcess {
  const { preview, confirm } = imports[kind]
  const [chosen, setChosen] = useState<File | null>(null)
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const previewController = useRef<AbortController>(null)
  useEffect(() => () => previewController.current?.abort(), [])
  useEffect(() => alerts.reset(), [])

  const requestPreview = async (file: File) => {
    previewController.current?.abort()
    const controller = new AbortController()
    previewController.current = controller
    setChecking(true)
    try {
      const { data } = await call(preview, {}, { file, signal: controller.signal })
      setPlan(data)
    } catch (error) {
      if (!controller.signal.aborted) setProblem(failureText(asApiError(error)))
    } finally {
      if (previewController.current === controller) setChecking(false)
    }
  }

  const reset = () => {
    previewController.current?.abort()
    alerts.reset()
    setPlan(null)
    setOutcome(null)
    setProblem(null)
    setChosen(null)
    setChecking(false)
  }

  const command = useCommand(confirm, {
    alert: 'errors',
    invalidates: invalidates[kind],
    onSuccess: ({ data }) => setOutcome(data),
    onError: ({ code }) => {
      if (code !== 'IMPORT_CHANGED' || chosen === null) return
      setPlan(null)
      void requestPreview(chosen)
    },
  })

  return {
    chosen,
    plan,
    outcome,
    problem,
    isChecking,
    saving: command.pending,
    async choose(file) {
      reset()
      if (file.size > maxImportBytes) return setProblem('ไฟล์มีขนาดใหญ่เกิน 5 MB กรุณาแบ่งเป็นหลายไฟล์')
      try {
        const next = new File([await file.arrayBuffer()], file.name)
        setChosen(next)
        await requestPreview(next)
      } catch {
        setProblem('อ่านไฟล์นี้ไม่ได้ กรุณาเลือกไฟล์อีกครั้ง')
      }
    },
    async save() {
      if (chosen === null || plan === null) return
      await command.mutate({ digest: plan.digest }, chosen)
    },
    restart: reset,
  }
}

/** Downloads `content` as a file. @param type its MIME type */
export function downloadFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.click()
  // Some browsers read the URL only after `click` has returned, so it is revoked a minute later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
