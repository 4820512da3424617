/** The dialog with the secret link for calendar programs. */
import { calendarFeed } from '@khapdee/contract/entities/calendar'
import { formatInstant } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../../api/queries.ts'
import { copyText, linkCopied } from '../../../shared/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { Alert, LoadFailed } from '../../../ui/feedback.tsx'
import { feedTitle } from './words.ts'

export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(calendarFeed.get, {}, { staleTime: 0 })
  const [link, setLink] = useState<string>()
  const renew = useCommand(calendarFeed.renew, {
    alert: 'none',
    onSuccess: (answer) => setLink(new URL(answer.data.path, location.origin).href),
  })
  const revoke = useCommand(calendarFeed.revoke, {
    alert: 'none',
    onSuccess: () => setLink(undefined),
  })
  const feed = data?.data
  const problem = renew.error ?? revoke.error
  const copy = async () => {
    if (await copyText(link ?? '', linkCopied)) onClose()
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={feedTitle}
      actions={
        <>
          {feed && (
            <Button pending={revoke.pending} onPress={() => void revoke.mutate({})}>
              {actionWords.revokeLink}
            </Button>
          )}
          {link === undefined ? (
            <Button kind="primary" pending={renew.pending} onPress={() => void renew.mutate({})}>
              {feed ? actionWords.renewLink : 'สร้างลิงก์'}
            </Button>
          ) : (
            <Button kind="primary" onPress={() => void copy()}>
              {actionWords.copy}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          ใช้ลิงก์นี้เพิ่มปฏิทินของคุณในโทรศัพท์หรือโปรแกรมปฏิทิน แสดงรอบสอบที่คุณเป็นกรรมการ กำหนดการของคุณ วันลา
          และวันหยุดประจำสัปดาห์ โดยไม่มีชื่อผู้เข้าสอบ
        </p>
        {problem && <Alert tone="error">{problem.message}</Alert>}
        {error !== null && <LoadFailed onRetry={refetch} />}
        {feed && (
          <p className="text-sm text-muted">
            สร้างลิงก์เมื่อ {formatInstant(feed.createdAt)} ·{' '}
            {feed.last_read_at === null
              ? 'ยังไม่มีโปรแกรมอ่านลิงก์นี้'
              : `อ่านล่าสุด ${formatInstant(feed.last_read_at)}`}
          </p>
        )}
        {link !== undefined && (
          <>
            <Alert tone="warning">
              ผู้ที่มีลิงก์นี้เห็นปฏิทินของคุณได้ กรุณาเก็บเป็นความลับ ลิงก์แสดงครั้งนี้ครั้งเดียว และลิงก์เดิมใช้ไม่ได้แล้ว
            </Alert>
            <output aria-label={feedTitle} className="control h-auto py-2 text-sm break-all">
              {link}
            </output>
          </>
        )}
      </div>
    </Modal>
  )
}
