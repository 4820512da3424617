/** The required documents of an application. */
import {
  type ApplicationDetail,
  type RequiredDocument,
  requiredDocument as shape,
} from '@khapdee/contract/entities/application-shapes'
import { requiredDocument } from '@khapdee/contract/entities/required-document'
import { titlesOf } from '@khapdee/contract/field-meta'
import { documentsStates } from '@khapdee/domain/application/required-document'
import { isOpen } from '@khapdee/domain/application/status'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { FileCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Card } from '../../../ui/page.tsx'
import { Chip, StateChip, ThaiDay, ThaiInstant } from '../../../ui/values.tsx'
import { useToday } from '../../../ui/use-today.ts'
import { useApplicationCommand } from '../use-application-command.ts'

const labels = titlesOf(shape.shape)

const ReceiveDialog = lazyPart(async () => (await import('./receive-dialog.tsx')).ReceiveDialog)

/** Renders nothing for an application that requires no documents or has ended. */
export function DocumentCard({ detail }: { detail: ApplicationDetail }) {
  const { documents, can } = detail
  const [documentToReceive, setDocumentToReceive] = useState<RequiredDocument | null>(null)
  if (documents.length === 0 || !isOpen(detail.status)) return null
  const hasMissingDocument = documents.some(({ missing }) => missing)
  return (
    <Card
      title={entities.document_type.label}
      actions={hasMissingDocument && <StateChip state={documentsStates.documents_missing} />}
    >
      <ul aria-label={entities.document_type.label} className="flex flex-col gap-3">
        {documents.map((document) => (
          <Item
            key={document.application_document_id}
            document={document}
            canChange={can.documents}
            onReceive={() => setDocumentToReceive(document)}
          />
        ))}
      </ul>
      {documentToReceive !== null && (
        <Suspense>
          <ReceiveDialog document={documentToReceive} onClose={() => setDocumentToReceive(null)} />
        </Suspense>
      )}
    </Card>
  )
}

interface ItemProps {
  document: RequiredDocument
  canChange: boolean
  onReceive: () => void
}

const noop = () => {}

function Item({ document, canChange, onReceive }: ItemProps) {
  const { application_document_id, name, ticked_at, ticked_by, missing, proposal } = document
  const today = useToday()
  const isExpired = document.valid_until !== null && document.valid_until < today
  const copy = useApplicationCommand(requiredDocument.copy, { onClose: noop })
  const untick = useApplicationCommand(requiredDocument.untick, { onClose: noop })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        {ticked_at === null ? (
          <Chip tone="warn">ยังไม่ได้รับ</Chip>
        ) : (
          <p className="text-xs text-muted">
            รับเมื่อ <ThaiInstant value={ticked_at} /> {ticked_by}
          </p>
        )}
        {document.document_day !== null && (
          <p className="text-xs text-muted">
            {labels.document_day} <ThaiDay value={document.document_day} />
            {document.valid_until !== null && (
              <>
                {' '}
                {labels.valid_until} <ThaiDay value={document.valid_until} />
              </>
            )}
          </p>
        )}
        {isExpired && <Chip tone={missing ? 'warn' : 'muted'}>หมดอายุแล้ว</Chip>}
        {document.file_link !== null && (
          <a
            href={document.file_link}
            target="_blank"
            rel="noreferrer"
            className="font-medium text-primary hover:underline"
          >
            ดูภาพ{name}
          </a>
        )}
      </div>
      {canChange && (
        <div className="flex flex-wrap gap-2">
          {proposal !== null && (
            <Button
              size="sm"
              pending={copy.pending}
              onPress={() => void copy.run({ application_document_id, ticked_at })}
            >
              {`ใช้ของเดิมจาก ${proposal.application_code}`}
            </Button>
          )}
          {missing && (
            <Button size="sm" icon={FileCheck} onPress={onReceive}>
              {actionWords.receiveDocument}
              <span className="sr-only">{name}</span>
            </Button>
          )}
          {ticked_at !== null && (
            <Button
              size="sm"
              pending={untick.pending}
              onPress={() => void untick.run({ application_document_id, ticked_at })}
            >
              {actionWords.cancel}
              <span className="sr-only">การรับ{name}</span>
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
