/** The documents of a person who left: no menus and no sign-in, only the link that the school sent and its password. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { leaverLink } from '@khapdee/contract/entities/leaver-link'
import { titleOf } from '@khapdee/contract/field-meta'
import { headings } from '@khapdee/domain/words'
import { FileText } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../api/queries.ts'
import { useDocumentTitle } from '../../shared/screen.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'

type Opened = OutputOf<typeof leaverLink.open>['data']

const title = 'สลิปเงินเดือนและหนังสือรับรอง 50 ทวิ'

export function LeaverScreen({ token }: { token: string }) {
  useDocumentTitle(title)
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-105 flex-col justify-center gap-4 p-4">
      <h1 className="text-center text-xl font-semibold">{title}</h1>
      {opened === null ? (
        <PasswordForm token={token} onOpen={setOpened} />
      ) : (
        <Documents opened={opened} />
      )}
    </main>
  )
}

function PasswordForm({ token, onOpen }: { token: string; onOpen: (opened: Opened) => void }) {
  const [password, setPassword] = useState('')
  const open = useCommand(leaverLink.open, {
    alert: 'none',
    onSuccess: ({ data }) => onOpen(data),
  })
  const { error } = open
  const isRefused = error !== null && error.errors.length === 0
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void open.mutate({ token, password })
  }
  return (
    <form noValidate onSubmit={submit} className="card flex flex-col gap-4 p-6" aria-label={title}>
      <p className="text-center text-muted">กรอกรหัสผ่านตามรูปแบบที่โรงเรียนแจ้งพร้อมลิงก์นี้</p>
      {isRefused && <Alert tone="error">{error.message}</Alert>}
      <TextField
        name="password"
        label={titleOf(leaverLink.open.input.shape, 'password')}
        required
        value={password}
        onChange={setPassword}
        inputMode="numeric"
        autoComplete="off"
        error={isRefused ? undefined : error?.message}
      />
      <Button kind="primary" type="submit" pending={open.pending}>
        เปิดเอกสาร
      </Button>
    </form>
  )
}

const Documents = ({ opened: { name, documents } }: { opened: Opened }) => (
  <section className="card flex flex-col gap-3 p-6" aria-label={headings.documents}>
    <p className="text-center font-semibold">{name}</p>
    {documents.length === 0 && <p className="text-center text-muted">ยังไม่มีเอกสารที่เปิดได้</p>}
    {documents.map(({ title: document, pdf }) => (
      <a key={pdf} href={pdf} target="_blank" rel="noreferrer" className={buttonClass()}>
        <FileText size={16} aria-hidden />
        {document}
      </a>
    ))}
    <p className="text-center text-sm text-muted">
      ลิงก์ของเอกสารใช้ได้ 10 นาที หลังจากนั้นกรอกรหัสผ่านอีกครั้ง
    </p>
  </section>
)
