/** Chooses the card reader that is asked through the server, creates connection keys and revokes them. */
import { cardReader } from '@khapdee/contract/entities/card-reader'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { actionWords } from '@khapdee/domain/words'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { useCurrentBranch, useSession } from '../../session/session.ts'
import { alerts } from '../../shared/alerts.ts'
import {
  cardSettings,
  chooseServerReader,
  useCardSettings,
} from '../../shared/customer/card-settings.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Modal } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { InputField } from '../../ui/fields/text-fields.tsx'

export function ServerReaders({ onChosen }: { onChosen: () => void }) {
  const { can, branches } = useSession()
  const { card_reader_id } = useCardSettings()
  const mayList = can('application.create') || can('exam.view') || can('place.update')
  const { data } = useEndpoint(cardReader.list, {}, { enabled: mayList })
  const [open, setOpen] = useState<'create' | 'revoke' | null>(null)
  const revoke = useCommand(cardReader.revoke, {
    onSuccess: () => cardSettings.change({ card_reader_id: null }),
  })
  const readers = data?.data ?? []
  const chosen = readers.find((reader) => reader.card_reader_id === card_reader_id)
  /** The name of a reader, with its branch for a user of several: each has a first counter. */
  const nameOf = ({ name, branch_id }: (typeof readers)[number]) => {
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
      {can('place.update') && (
        <div className="flex flex-wrap justify-end gap-2">
          {chosen !== undefined && (
            <Button kind="quiet" onPress={() => setOpen('revoke')}>
              ยกเลิกการเชื่อมต่อ
            </Button>
          )}
          <Button onPress={() => setOpen('create')}>เพิ่มเครื่องอ่านบัตร</Button>
        </div>
      )}
      {open === 'create' && <CreateDialog onClose={() => setOpen(null)} />}
      <ConfirmDialog
        isOpen={open === 'revoke'}
        onClose={() => setOpen(null)}
        title="ยกเลิกการเชื่อมต่อ"
        confirmLabel="ยกเลิกการเชื่อมต่อ"
        onConfirm={() => {
          if (chosen !== undefined) void revoke.mutate({ card_reader_id: chosen.card_reader_id })
        }}
      >
        {chosen && nameOf(chosen)} จะอ่านบัตรผ่านเซิร์ฟเวอร์ไม่ได้อีก จนกว่าจะสร้างรหัสเชื่อมต่อใหม่
      </ConfirmDialog>
    </>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const { branches } = useSession()
  const { id } = useCurrentBranch()
  const [branch_id, setBranch] = useState(id ?? Number(branches[0]?.value ?? 0))
  const [name, setName] = useState('')
  const [connection, setConnection] = useState<string | null>(null)
  const create = useCommand(cardReader.create, {
    onSuccess: ({ data: { card_reader_id, key } }) => {
      chooseServerReader(card_reader_id)
      setConnection(`${location.origin}#${key}`)
    },
  })
  // PowerShell starts programs of the folder only by their path.
  const startCommand = `.\\card-bridge.cmd --connect ${connection ?? ''}`
  const fields = cardReader.create.input.shape
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      alerts.success('คัดลอกแล้ว')
    } catch {
      alerts.warning('คัดลอกไม่ได้ กรุณาเลือกข้อความแล้วคัดลอกเอง')
    }
  }
  return (
    <Modal isOpen onClose={onClose} title="เพิ่มเครื่องอ่านบัตร">
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
            required
          />
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
          <div className="flex items-end gap-2">
            <InputField
              label="คำสั่ง"
              value={startCommand}
              onChange={() => {}}
              isReadOnly
              className="min-w-0 flex-1"
            />
            <Button onPress={() => void copy(startCommand)}>{actionWords.copy}</Button>
          </div>
          <div className="flex justify-end">
            <Button kind="primary" onPress={onClose}>
              {actionWords.close}
            </Button>
          </div>
        </div>
      )}
    </Modal>
  )
}
