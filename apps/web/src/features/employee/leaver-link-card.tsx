/** The links by which a person who left opens the last payslip and certificates: the valid one, earlier ones, and a new one. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords } from '@khapdee/domain/words'
import { type LeaverLinkRow, leaverLink } from '@khapdee/contract/entities/leaver-link'
import { leaverLinkStates, leaverLinkTitle } from '@khapdee/domain/payroll/leaver-link'
import { formatInstant } from '@khapdee/domain/thai-date'
import { Ban, Copy, Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { copyText, linkCopied } from '../../shared/copy-text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Alert, FormSkeleton, LoadFailed } from '../../ui/feedback.tsx'
import { Card } from '../../ui/page.tsx'
import { StateChip } from '../../ui/values.tsx'

/** The address and the hint of the link that was just created; they are shown once. */
interface Created {
  url: string
  hint: string
}

export function LeaverLinkCard({ userId }: { userId: number }) {
  const [created, setCreated] = useState<Created | null>(null)
  const [toRevoke, setToRevoke] = useState<LeaverLinkRow | null>(null)
  const { data, isError, refetch } = useEndpoint(
    leaverLink.list,
    { user_id: userId },
    { staleTime: 0 },
  )
  const create = useCommand(leaverLink.create, {
    invalidates: ['payroll'],
    alert: 'success',
    onSuccess: ({ data: { path, hint } }) =>
      setCreated({ url: new URL(path, location.origin).href, hint }),
  })
  const revoke = useCommand(leaverLink.revoke, {
    invalidates: ['payroll'],
    alert: 'success',
    onSuccess: () => setCreated(null),
  })
  return (
    <Card
      title={leaverLinkTitle}
      actions={
        <Button
          size="sm"
          icon={LinkIcon}
          pending={create.pending}
          onPress={() => void create.mutate({ user_id: userId })}
        >
          สร้างลิงก์
        </Button>
      }
    >
      <p className="mb-3 text-sm text-muted">
        เปิดสลิปเงินเดือนล่าสุดและหนังสือรับรอง 50 ทวิ ด้วยรหัสผ่าน ลิงก์ใหม่แทนลิงก์เดิม
      </p>
      {create.error !== null && <Alert tone="error">{create.error.message}</Alert>}
      {created !== null && <NewLink {...created} />}
      {isError && <LoadFailed onRetry={refetch} />}
      {data === undefined && !isError && <FormSkeleton fields={1} />}
      {data !== undefined && data.data.length === 0 && <p className="text-muted">ยังไม่มีลิงก์</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data?.data.map((link) => (
          <li key={link.leaver_link_id} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <StateChip state={leaverLinkStates[link.status]} />
              <p className="text-sm text-muted">{factsOf(link)}</p>
            </div>
            {link.status === 'open' && (
              <IconButton
                label={actionWords.revokeLink}
                icon={Ban}
                size="sm"
                onPress={() => setToRevoke(link)}
              />
            )}
          </li>
        ))}
      </ul>
      {toRevoke !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setToRevoke(null)}
          title={actionWords.revokeLink}
          confirmLabel={actionWords.revokeLink}
          kind="danger"
          onConfirm={() => revoke.mutateOrThrow({ leaver_link_id: toRevoke.leaver_link_id })}
        >
          ผู้ที่มีลิงก์นี้จะเปิดเอกสารไม่ได้อีก
        </ConfirmDialog>
      )}
    </Card>
  )
}

const factsOf = ({ expires_at, opened_at, user, createdAt }: LeaverLinkRow): string =>
  [
    `ใช้ได้ถึง ${formatInstant(expires_at)}`,
    opened_at === null ? 'ยังไม่เปิด' : `${fieldTitles.lastOpened} ${formatInstant(opened_at)}`,
    `สร้างโดย ${user} ${formatInstant(createdAt)}`,
  ].join(' · ')

function NewLink({ url, hint }: Created) {
  return (
    <div className="mb-3">
      <Alert tone="warning">
        <p className="break-all">{url}</p>
        <p className="mt-1">รหัสผ่าน: {hint}</p>
        <p className="mt-1">คัดลอกลิงก์ส่งให้เจ้าตัวตอนนี้ ระบบจะไม่แสดงลิงก์นี้อีก</p>
        <Button
          size="sm"
          icon={Copy}
          className="mt-2"
          onPress={() => void copyText(url, linkCopied)}
        >
          คัดลอกลิงก์
        </Button>
      </Alert>
    </div>
  )
}
