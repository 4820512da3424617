/** Bringing records in from a spreadsheet: choose, look, save. */
import { type ImportKind, importKinds } from '@khapdee/domain/import'
import { Link } from '@tanstack/react-router'
import { useDocumentTitle } from '../../app/document-title.ts'
import { Permitted } from '../../app/permitted.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { FileDrop, Templates } from './choose-file.tsx'
import { countsText, savedCount } from './counts-text.ts'
import { Outcome } from './outcome.tsx'
import { PlanTable } from './plan-table.tsx'
import { type ImportState, useImport } from './use-import.ts'

export function ImportScreen({ kind }: { kind: ImportKind }) {
  return (
    <Permitted to={`${importKinds[kind].resource}.create`}>
      <Import kind={kind} />
    </Permitted>
  )
}

function Import({ kind }: { kind: ImportKind }) {
  const state = useImport(kind)
  const { plan, outcome, chosen, restart } = state
  const { label, list }: { label: string; list: string } = importKinds[kind]
  const title = `นำเข้า${label}`
  useDocumentTitle(title)
  if (outcome !== null) {
    return (
      <>
        <PageHeader
          title={title}
          actions={
            <>
              <Button onPress={restart}>นำเข้าไฟล์อื่น</Button>
              <Link to={list} className={buttonClass({ kind: 'primary' })}>
                ไปที่{label}
              </Link>
            </>
          }
        />
        <Outcome kind={kind} outcome={outcome} />
      </>
    )
  }
  if (plan !== null) {
    return (
      <>
        <PageHeader
          title={title}
          count={<span className="wrap-anywhere">{chosen?.name}</span>}
          actions={<Decision state={state} />}
        />
        <Verdict state={state} />
        {/* A fresh look begins at its first page. */}
        <PlanTable key={plan.digest} plan={plan} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={title} />
      <Templates kind={kind} />
      {state.problem !== null && <Alert tone="error">{state.problem}</Alert>}
      <FileDrop looking={state.looking} onChoose={(file) => void state.choose(file)} />
    </>
  )
}

/** Nothing is saved while anything is wrong, nor where nothing would change. */
function Decision({ state: { plan, saving, save, restart } }: { state: ImportState }) {
  if (plan === null) return null
  const { counts } = plan
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
        นำเข้า {count.toLocaleString('en')} รายการ
      </Button>
    </>
  )
}

function Verdict({ state: { plan } }: { state: ImportState }) {
  if (plan === null) return null
  const { counts } = plan
  if (counts.wrong > 0) {
    return (
      <Alert tone="error">
        มี {counts.wrong.toLocaleString('en')} บรรทัดที่ผิด กรุณาแก้ไขในไฟล์แล้วเลือกไฟล์ใหม่
        ยังไม่มีการบันทึกรายการใด
      </Alert>
    )
  }
  if (savedCount(counts) === 0) {
    return <Alert tone="warning">ทุกรายการในไฟล์ตรงกับที่มีอยู่แล้ว ไม่มีรายการที่ต้องบันทึก</Alert>
  }
  return <Alert tone="warning">จะนำเข้า {countsText(counts)} กรุณาตรวจสอบก่อนบันทึก</Alert>
}
