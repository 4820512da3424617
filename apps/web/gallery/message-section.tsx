import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { WifiOff } from 'lucide-react'
import type { Tone } from '@khapdee/domain/tone'
import { actionWords } from '@khapdee/domain/words'
import {
  Alert,
  type AlertTone,
  EmptyState,
  FormSkeleton,
  Notice,
  NoticeButton,
  RecordLoading,
  SkeletonLine,
} from '../src/ui/feedback.tsx'
import { Button } from '../src/ui/button.tsx'
import { Chip, FilterChip, Keys } from '../src/ui/values.tsx'
import { longText, Example, tallText } from './example.tsx'

const alertTones: readonly AlertTone[] = ['success', 'error', 'warning']
const tones: readonly Tone[] = ['ok', 'warn', 'danger', 'info', 'muted', 'accent']
const noop = () => undefined

/** Messages and placeholders. */
export function MessageSection() {
  return (
    <>
      <Example name="Alert">
        <div className="flex flex-col gap-3">
          {alertTones.map((tone) => (
            <Alert key={tone} tone={tone} onDismiss={noop}>
              {tallText}
            </Alert>
          ))}
          <Alert tone="success" action={<a href="#messages">{actionWords.openPdf}</a>}>
            บันทึกเรียบร้อยแล้ว
          </Alert>
          <Alert tone="error">{longText}</Alert>
        </div>
      </Example>
      <Example name="Notice">
        <div className="flex flex-col gap-3">
          <Notice
            icon={WifiOff}
            tone="warning"
            action={<NoticeButton onPress={noop}>{actionWords.retry}</NoticeButton>}
          >
            {tallText}
          </Notice>
          <Notice icon={WifiOff} tone="info">
            {longText}
          </Notice>
        </div>
      </Example>
      <Example name="Chip, FilterChip">
        <div className="flex flex-wrap items-center gap-2">
          {tones.map((tone) => (
            <Chip key={tone} tone={tone}>
              {tallText}
            </Chip>
          ))}
          <FilterChip label={fieldTitles.status} value="ค้างชำระ" onRemove={noop} />
          <FilterChip label={entities.branch.label} value={longText} onRemove={noop} />
        </div>
      </Example>
      <Example name="Keys">
        <Keys keys={['Ctrl', 'K']} />
      </Example>
      <Example name="EmptyState">
        <EmptyState />
        <EmptyState
          title={tallText}
          hint="ลองเปลี่ยนตัวกรองหรือคำค้นหา"
          action={<Button>{actionWords.clear}</Button>}
        />
      </Example>
      <Example name="SkeletonLine, FormSkeleton">
        <SkeletonLine width="40%" />
        <FormSkeleton fields={4} />
      </Example>
      <Example name="RecordLoading">
        <div className="flex flex-col gap-4">
          <RecordLoading error={null} onRetry={noop} />
          <RecordLoading error={{ message: longText }} onRetry={noop} />
        </div>
      </Example>
    </>
  )
}
