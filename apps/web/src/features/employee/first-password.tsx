/** The dialog that shows the first password of a user, which the server sends only once. */
import { employee } from '@khapdee/contract/entities/employee'
import { user } from '@khapdee/contract/entities/user'
import { titleOf } from '@khapdee/contract/field-meta'
import { actionWords } from '@khapdee/domain/words'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'

/** The credentials of a new user, or after a password reset. */
export interface FirstPassword {
  username: string
  /** Empty when an earlier, possibly lost, answer contained it. */
  first_password: string
}

interface FirstPasswordDialogProps {
  credentials: FirstPassword
  onClose: () => void
}

export function FirstPasswordDialog({ credentials, onClose }: FirstPasswordDialogProps) {
  const { username, first_password } = credentials
  const isKnown = first_password !== ''
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={titleOf(employee.fields.shape, 'password')}
      size="sm"
      actions={
        <Button kind="primary" autoFocus onPress={onClose}>
          {actionWords.close}
        </Button>
      }
    >
      <div className="flex flex-col gap-3.5">
        <Alert tone="warning">
          {isKnown
            ? 'รหัสผ่านนี้แสดงเพียงครั้งเดียว กรุณาจดหรือส่งให้พนักงานก่อนปิด'
            : 'เพิ่มพนักงานแล้วในครั้งก่อน รหัสผ่านแสดงเพียงครั้งเดียวและแสดงซ้ำไม่ได้ หากไม่ทราบ กรุณาตั้งรหัสผ่านใหม่ที่หน้าของพนักงาน'}
        </Alert>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
          <dt className="text-muted">{titleOf(user.login.input.shape, 'username')}</dt>
          <dd className="font-medium break-all">{username}</dd>
          {isKnown && (
            <>
              <dt className="text-muted">{titleOf(user.login.input.shape, 'password')}</dt>
              <dd className="flex flex-wrap items-center justify-between gap-2">
                <code className="text-lg font-semibold break-all">{first_password}</code>
                <CopyButton text={first_password} />
              </dd>
            </>
          )}
        </dl>
        {isKnown && <p className="text-sm text-muted">ต้องเปลี่ยนรหัสผ่านเมื่อเข้าสู่ระบบครั้งแรก</p>}
      </div>
    </Modal>
  )
}

/** `FirstPasswordDialog` with the props that a resource passes after creating a record. */
export function CreatedDialog({
  created,
  onClose,
}: {
  created: FirstPassword
  onClose: () => void
}) {
  return <FirstPasswordDialog credentials={created} onClose={onClose} />
}

/** Copies the text. Not rendered when the browser denies access to the clipboard (plain http). */
function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  // Undefined over plain http, although its type does not say so.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard === undefined) return null
  const copy = () => clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Button
      size="sm"
      icon={isCopied ? Check : Copy}
      onPress={() => void copy().catch(() => setCopied(false))}
    >
      {isCopied ? `${actionWords.copy}แล้ว` : actionWords.copy}
    </Button>
  )
}
