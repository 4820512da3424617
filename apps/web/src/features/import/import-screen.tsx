/** The screen that imports records from a spreadsheet in steps: choose file, preview, save. */
import type { ImportCounts, ImportOutcome, ImportPlan } from '@khapdee/contract/entities/import'
import { type ImportKind, importKinds, importPermissions } from '@khapdee/domain/import'
import { actionWords, units } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx'
import { BackButton } from '../../crud/actions.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { countText } from '../../ui/values.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { FileDrop, Templates } from './choose-file.tsx'
import { PlanTable, savedCount, summaryText } from './plan-table.tsx'
import { Outcome } from './outcome.tsx'
import { type ImportProcess, useImport } from './use-import.ts'

export function ImportScreen({ kind }: { kind: ImportKind }) {
  return (
    <Permitted allOf={importPermissions(kind)}>
      <Import kind={kind} />
    </Permitted>
  )
}

function Import({ kind }: { kind: ImportKind }) {
  const process = useImport(kind)
  const { plan, outcome } = process
  const title = `${actionWords.import}${importKinds[kind].label}`
  useDocumentTitle(title)
  const step = useStepFocus(outcome !== null ? 'done' : plan !== null ? 'preview' : 'choose')
  return (
    <div ref={step} tabIndex={-1} className="flex flex-col gap-3.5 outline-none">
      {outcome !== null ? (
        <Done kind={kind} title={title} outcome={outcome} restart={process.restart} />
      ) : plan !== null ? (
        <Preview title={title} plan={plan} process={process} />
      ) : (
        <Choose kind={kind} title={title} process={process} />
      )}
    </div>
  )
}

/** Focuses the container on a new step, because the focused element of the previous step is removed. */
function useStepFocus(step: string): RefObject<HTMLDivElement | null> {
  const screen = useRef<HTMLDivElement>(null)
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    screen.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [step])
  return screen
}

interface StepProps {
  title: string
  process: ImportProcess
}

function Choose({ kind, title, process }: StepProps & { kind: ImportKind }) {
  return (
    <>
      <PageHeader title={title} actions={<BackButton to={importKinds[kind].listPath} />} />
      <Templates kind={kind} />
      {process.problem !== null && <Alert tone="error">{process.problem}</Alert>}
      <FileDrop isChecking={process.isChecking} onChoose={(file) => void process.choose(file)} />
    </>
  )
}

function Preview({ title, plan, process }: StepProps & { plan: ImportPlan }) {
  return (
    <>
      <PageHeader
        title={title}
        aside={<span className="wrap-anywhere">{process.chosen?.name}</span>}
        actions={<PreviewActions counts={plan.counts} process={process} />}
      />
      <PlanNotice counts={plan.counts} />
      {/* The key resets filter and page for a new preview. */}
      <PlanTable key={plan.digest} plan={plan} />
      {/* Leaving now would lose the result, including first passwords that are shown only once. */}
      <UnsavedGuard dirty={process.saving} />
    </>
  )
}

interface DoneProps {
  kind: ImportKind
  title: string
  outcome: ImportOutcome
  restart: () => void
}

function Done({ kind, title, outcome, restart }: DoneProps) {
  const { label, listPath }: { label: string; listPath: string } = importKinds[kind]
  const [arePasswordsSaved, setPasswordsSaved] = useState(outcome.passwords.length === 0)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <Button onPress={() => (arePasswordsSaved ? restart() : setConfirming(true))}>
              นำเข้าไฟล์อื่น
            </Button>
            <Link to={listPath} className={buttonClass({ kind: 'primary' })}>
              ไปที่{label}
            </Link>
          </>
        }
      />
      <Outcome kind={kind} outcome={outcome} onPasswordsSaved={() => setPasswordsSaved(true)} />
      <UnsavedGuard dirty={!arePasswordsSaved} />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="นำเข้าไฟล์อื่น"
        confirmLabel="นำเข้าไฟล์อื่น"
        onConfirm={restart}
      >
        ยังไม่ได้ดาวน์โหลดหรือพิมพ์รหัสผ่านเริ่มต้น ต้องการนำเข้าไฟล์อื่นโดยไม่เก็บไว้ใช่หรือไม่
      </ConfirmDialog>
    </>
  )
}

/** The buttons of the preview. Saving is disabled with invalid rows, and without any change. */
function PreviewActions({ counts, process }: { counts: ImportCounts; process: ImportProcess }) {
  const { saving, save, restart } = process
  const count = savedCount(counts)
  return (
    <>
      <Button isDisabled={saving} onPress={restart}>
        เลือกไฟล์ใหม่
      </Button>
      <Button
        kind="primary"
        pending={saving}
        isDisabled={counts.wrong > 0 || count === 0}
        onPress={() => void save()}
      >
        นำเข้า {countText(count)} {units.entries}
      </Button>
    </>
  )
}

function PlanNotice({ counts }: { counts: ImportCounts }) {
  if (counts.wrong > 0) {
    return (
      <Alert tone="error">
        มี {countText(counts.wrong)} บรรทัดที่ผิด กรุณาแก้ไขในไฟล์แล้วเลือกไฟล์ใหม่ ยังไม่มีการบันทึกรายการใด
      </Alert>
    )
  }
  if (savedCount(counts) === 0) {
    return <Alert tone="warning">ทุกรายการในไฟล์ตรงกับที่มีอยู่แล้ว ไม่มีรายการที่ต้องบันทึก</Alert>
  }
  return <Alert tone="warning">จะนำเข้า {summaryText(counts)} กรุณาตรวจสอบก่อนบันทึก</Alert>
}
