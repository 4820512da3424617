/** The dialog that creates and revokes the link of the big screen of a branch. */
import { examScreen } from '@khapdee/contract/entities/exam-screen'
import { entities } from '@khapdee/domain/entities'
import { actionWords, headings } from '@khapdee/domain/words'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { copyText, linkCopied } from '../../shared/copy-text.ts'
import { examScreenPath } from '../../shared/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { FormSkeleton } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { InputField } from '../../ui/fields/text-fields.tsx'

export function ScreenDialog({ onClose }: { onClose: () => void }) {
  const { branches } = useSession()
  const { id } = useCurrentBranch()
  const [branch_id, setBranch] = useState(id ?? 0)
  const [created, setCreated] = useState<{ branch_id: number; link: string }>()
  const { data } = useEndpoint(examScreen.get, { branch_id })
  const renew = useCommand(examScreen.renew, {
    onSuccess: (answer) => {
      const link = `${location.origin}${examScreenPath}/${answer.data.secret}`
      setCreated({ branch_id, link })
    },
  })
  const revoke = useCommand(examScreen.revoke, { onSuccess: () => setCreated(undefined) })
  const link = created?.branch_id === branch_id ? created.link : null
  const hasLink = (data?.data ?? null) !== null
  const copy = (text: string) => copyText(text, linkCopied)
  return (
    <Modal isOpen onClose={onClose} title={headings.queueScreen}>
      <div className="flex flex-col gap-3">
        <p>เปิดลิงก์นี้บนจอโทรทัศน์ได้โดยไม่ต้องเข้าสู่ระบบ แสดงเฉพาะหมายเลขคิวและชื่อ ผู้ที่มีลิงก์เปิดดูได้จนกว่าจะยกเลิก</p>
        {branches.length > 1 && (
          <SelectField
            label={entities.branch.label}
            items={branches.map(({ value, name }) => ({ value: Number(value), name }))}
            value={branch_id}
            onChange={setBranch}
          />
        )}
        {data === undefined ? (
          <FormSkeleton fields={1} />
        ) : (
          <>
            {link !== null && (
              <div className="flex items-end gap-2">
                <InputField
                  label="ลิงก์ (แสดงครั้งเดียว)"
                  value={link}
                  onChange={() => {}}
                  isReadOnly
                  className="min-w-0 flex-1"
                />
                <Button onPress={() => void copy(link)}>{actionWords.copy}</Button>
              </div>
            )}
            {hasLink && link === null && (
              <p className="text-muted">มีลิงก์อยู่แล้ว ถ้าไม่มีลิงก์เดิม ให้สร้างใหม่ ลิงก์เดิมจะใช้ไม่ได้</p>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              {hasLink && (
                <Button
                  kind="danger"
                  pending={revoke.pending}
                  onPress={() => void revoke.mutate({ branch_id })}
                >
                  {actionWords.cancel}ลิงก์
                </Button>
              )}
              <Button
                kind="primary"
                pending={renew.pending}
                onPress={() => void renew.mutate({ branch_id })}
              >
                {actionWords.renewLink}
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
  )
}
