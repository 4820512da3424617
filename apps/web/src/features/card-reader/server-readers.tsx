/** Chooses the card reader used through the server, creates connection keys and revokes them. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { copyText } from '../../shared/copy-text.ts'
import {
  cardSettings,
  chooseServerReader,
  useCardSettings,
} from '../../shared/customer/card-settings.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog, Modal } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { SwitchField } from '../../ui/fields/choice-fields.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { InputField, TextArea } from '../../ui/fields/text-fields.tsx'
import { ThaiInstant } from '../../ui/values.tsx'

type Reader = OutputOf<typeof cardReader.list>['data'][number]

const revokeLabel = 'เพิกถอนรหัสเชื่อมต่อ'

export function ServerReaders({ onChosen }: { onChosen: () => void }) {
  const { can, branches } = useSession()
  const { card_reader_id } = useCardSettings()
  const mayList = can('application.create') || can('exam.view') || can('place.update')
  const { data } = useEndpoint(cardReader.list, {}, { enabled: mayList })
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<Reader | null>(null)
  const revoke = useCommand(cardReader.revoke)
  const readers = data?.data ?? []
  const chosen = readers.find((reader) => reader.card_reader_id === card_reader_id)
  /**
   * The name of a reader, with its branch for a user of several branches, because names repeat
   * between branches.
   */
  const nameOf = ({ name, branch_id }: Reader) => {
    const branch = branches.find(({ value }) => Number(value) === branch_id)
    return branches.length > 1 && branch ? `${name} · ${branch.name}` : name
  }
  return (
    <>
      {data !== undefined && readers.length === 0 && !can('place.update') && (
        <p>ยังไม่มีเครื่องอ่านบัตรของสาขา กรุณาแจ้งผู้จัดการสาขาให้เพิ่มก่อน</p>
      )}
      {readers.length > 0 && (
        <SelectField
          label="เครื่องอ่านบัตรของเคาน์เตอร์นี้"
          items={readers.map((reader) => ({ value: reader.card_reader_id, name: nameOf(reader) }))}
          value={card_reader_id ?? undefined}
          onChange={(value) => {
            chooseServerReader(value)
            onChosen()
          }}
        />
      )}
      {chosen && chosen.replaced_at !== null && (
        <Alert tone="warning">
          เครื่องอื่นเริ่มใช้รหัสเชื่อมต่อนี้เมื่อ <ThaiInstant value={chosen.replaced_at} />{' '}
          โปรแกรมที่เครื่องเดิมจึงหยุดอ่านบัตร หากยังใช้ทั้งสองเครื่อง กรุณาเพิ่มเครื่องอ่านบัตรให้แต่ละเครื่อง
        </Alert>
      )}
      {can('place.update') && (
        <>
          {readers.length > 0 && (
            <ul aria-label="เครื่องอ่านบัตรที่เชื่อมต่อได้" className="flex flex-col gap-1">
              {readers.map((reader) => (
                <li
                  key={reader.card_reader_id}
                  className="flex items-center justify-between gap-2 border-t border-line"
                >
                  <span className="min-w-0 py-1.5 break-words">
                    {nameOf(reader)}
                    {reader.replaced_at !== null && (
                      <span className="block text-sm text-warn">
                        เครื่องอื่นเริ่มใช้รหัสนี้เมื่อ <ThaiInstant value={reader.replaced_at} />
                      </span>
                    )}
                  </span>
                  <IconButton
                    label={`${revokeLabel} ${nameOf(reader)}`}
                    icon={Unplug}
                    onPress={() => setRevoked(reader)}
                  />
                </li>
              ))}
            </ul>
          )}
          <div className="flex justify-end">
            <Button onPress={() => setCreating(true)}>เพิ่มเครื่องอ่านบัตร</Button>
          </div>
        </>
      )}
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
      <ConfirmDialog
        isOpen={revoked !== null}
        onClose={() => setRevoked(null)}
        title={revokeLabel}
        confirmLabel={revokeLabel}
        kind="danger"
        onConfirm={async () => {
          if (revoked === null) return
          const answer = await revoke.mutate({ card_reader_id: revoked.card_reader_id })
          if (answer !== undefined && revoked.card_reader_id === cardSettings.get().card_reader_id)
            cardSettings.change({ card_reader_id: null })
        }}
      >
        {revoked && nameOf(revoked)} จะอ่านบัตรผ่านเซิร์ฟเวอร์ไม่ได้อีก จนกว่าจะสร้างรหัสเชื่อมต่อใหม่
      </ConfirmDialog>
    </>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const { branches } = useSession()
  const { id } = useCurrentBranch()
  const [branch_id, setBranch] = useState(id ?? Number(branches[0]?.value ?? 0))
  const [name, setName] = useState('')
  const [created, setCreated] = useState<{ card_reader_id: number; key: string } | null>(null)
  const connection = created === null ? null : `${location.origin}#${created.key}`
  const { card_reader_id } = useCardSettings()
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const create = useCommand(cardReader.create, {
    alert: 'success',
    onSuccess: ({ data }) => setCreated(data),
  })
  const close = () => (created !== null && !isCopied ? setLeaving(true) : onClose())
  const nameError = create.error?.errors.find(({ path }) => path === 'name')?.message
  // PowerShell starts programs of the folder only by their path.
  const startCommand = `.\\card-bridge.cmd --connect ${connection ?? ''}`
  const fields = cardReader.create.input.shape
  return (
    <Modal isOpen onClose={close} title="เพิ่มเครื่องอ่านบัตร">
      {connection === null ? (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void create.mutate({ branch_id, name })
          }}
        >
          {branches.length > 1 && (
            <SelectField
              label={entities.branch.label}
              items={branches.map((branch) => ({ value: Number(branch.value), name: branch.name }))}
              value={branch_id}
              onChange={setBranch}
            />
          )}
          <InputField
            label={titleOf(fields, 'name')}
            placeholder="เช่น เคาน์เตอร์ 1"
            value={name}
            onChange={setName}
            error={nameError}
            required
          />
          {create.error && nameError === undefined && (
            <Alert tone="error">{create.error.message}</Alert>
          )}
          <div className="flex justify-end gap-2">
            <Button onPress={onClose}>{actionWords.cancel}</Button>
            <Button
              type="submit"
              kind="primary"
              pending={create.pending}
              isDisabled={name.trim() === ''}
            >
              สร้างรหัสเชื่อมต่อ
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-col gap-3">
          <p>
            เริ่มโปรแกรมอ่านบัตรที่เคาน์เตอร์ด้วยคำสั่งนี้ รหัสเชื่อมต่อแสดงครั้งเดียว ห้ามส่งต่อให้ผู้อื่น (Linux: เปลี่ยน
            .\card-bridge.cmd เป็น ./card-bridge.sh)
          </p>
          {/* Also without the button, which the browser may deny. */}
          <div className="flex items-end gap-2" onCopy={() => setCopied(true)}>
            <TextArea
              label="คำสั่ง"
              rows={3}
              value={startCommand}
              onChange={() => {}}
              isReadOnly
              className="min-w-0 flex-1 wrap-anywhere"
            />
            <Button
              autoFocus
              onPress={async () =>
                setCopied((await copyText(startCommand, 'คัดลอกแล้ว')) || isCopied)
              }
            >
              {actionWords.copy}
            </Button>
          </div>
          <SwitchField
            label="ใช้กับเคาน์เตอร์นี้"
            description="ให้เบราว์เซอร์นี้อ่านบัตรจากเครื่องอ่านบัตรที่เพิ่ม"
            value={card_reader_id === created?.card_reader_id}
            onChange={(value) => {
              if (!value) cardSettings.change({ card_reader_id: null })
              else if (created !== null) chooseServerReader(created.card_reader_id)
            }}
          />
          <div className="flex justify-end">
            <Button kind="primary" onPress={close}>
              {actionWords.close}
            </Button>
          </div>
          <ConfirmDialog
            isOpen={isLeaving}
            onClose={() => setLeaving(false)}
            title="ยังไม่ได้คัดลอกคำสั่ง"
            confirmLabel="ปิดโดยไม่คัดลอก"
            kind="danger"
            onConfirm={onClose}
          >
            รหัสเชื่อมต่อแสดงครั้งเดียว หากปิดโดยไม่คัดลอก ต้องเพิกถอนเครื่องอ่านบัตรนี้แล้วเพิ่มใหม่
          </ConfirmDialog>
        </div>
      )}
    </Modal>
  )
}
