/** Makes the file of all payslips of a month, with its progress; closing the dialog stops it. */
import { payslip } from '@khapdee/contract/entities/payslip'
import { payslipTitle } from '@khapdee/domain/payroll/payslip'
import { formatMonth } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { showError } from '../../shared/alerts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { ProgressLine } from '../../ui/feedback.tsx'
import { readParts } from './read-parts.ts'

interface BatchDialogProps {
  branch: string
  /** `YYYY-MM` */
  month: string
  onClose: () => void
}

interface Progress {
  finished: number
  /** Undefined until the server has counted the payslips. */
  count?: number
  /** Address of the finished file in the browser. */
  file?: string
}

export function BatchDialog({ branch, month, onClose }: BatchDialogProps) {
  const [{ finished, count, file }, setProgress] = useState<Progress>({ finished: 0 })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let address: string | undefined
    async function make() {
      const { data } = await call(payslip.many, { branch, month }, { signal })
      setProgress({ finished: 0, count: data.count })
      const answer = await fetch(data.file, { signal })
      if (!answer.ok || answer.body === null) throw new Error(`status ${answer.status}`)
      const parts = await readParts(answer.body, (done) =>
        setProgress({ finished: done, count: data.count }),
      )
      address = URL.createObjectURL(new Blob(parts, { type: 'application/pdf' }))
      setProgress({ finished: data.count, count: data.count, file: address })
    }
    make().catch((error: unknown) => {
      if (signal.aborted) return
      showError(error)
      onClose()
    })
    return () => {
      stop.abort()
      if (address !== undefined) URL.revokeObjectURL(address)
    }
    // The dialog makes one file; for another file it is opened again.
  }, [branch, month, onClose])
  const title = `${payslipTitle} ${formatMonth(month)}`
  const isDone = file !== undefined
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      size="sm"
      actions={
        <>
          {isDone && (
            <a
              className={buttonClass({ kind: 'primary' })}
              href={file}
              download={`payslips-${month}.pdf`}
            >
              {actionWords.download}
            </a>
          )}
          <Button onPress={onClose}>{isDone ? actionWords.close : actionWords.cancel}</Button>
        </>
      }
    >
      <ProgressLine
        label={isDone ? 'จัดทำไฟล์เรียบร้อยแล้ว' : 'กำลังจัดทำไฟล์'}
        value={count === undefined ? 0 : finished / count}
        note={
          count === undefined
            ? ''
            : `${finished.toLocaleString('en')} จาก ${count.toLocaleString('en')} ใบ`
        }
      />
    </Modal>
  )
}
