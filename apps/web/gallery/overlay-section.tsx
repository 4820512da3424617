import { customerFields } from '@khapdee/contract/entities/customer'
import { titleOf } from '@khapdee/contract/field-meta'
import { actionWords } from '@khapdee/domain/words'
import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MenuTrigger, Popover } from 'react-aria-components'
import { Button } from '../src/ui/button.tsx'
import { ConfirmDialog, Modal } from '../src/ui/dialog.tsx'
import { TextField } from '../src/ui/fields/text-fields.tsx'
import { ActionMenu, type MenuAction } from '../src/ui/menu.tsx'
import { longText, Example, tallText } from './example.tsx'

type Open = 'modal' | 'long' | 'confirm' | 'danger' | 'failing'

const openers: [which: Open, label: string][] = [
  ['modal', 'เปิดหน้าต่าง'],
  ['long', 'เปิดหน้าต่างยาว'],
  ['confirm', 'ถามก่อนทำ'],
  ['danger', 'ถามก่อนลบ'],
  ['failing', 'ถามแล้วทำไม่สำเร็จ'],
]

const menu: MenuAction[] = [
  { id: 'copy', label: actionWords.copy, icon: Copy, onAction: () => undefined },
  { id: 'long', label: tallText, onAction: () => undefined },
  { id: 'off', label: 'ทำไม่ได้ตอนนี้', isDisabled: true },
  {
    id: 'delete',
    label: actionWords.delete,
    icon: Trash2,
    tone: 'danger',
    onAction: () => undefined,
  },
]

/** Dialogs and menus above the screen. */
export function OverlaySection() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Example name="Modal, ConfirmDialog">
        <div className="flex flex-wrap gap-2">
          {openers.map(([which, label]) => (
            <Button key={which} onPress={() => setOpen(which)}>
              {label}
            </Button>
          ))}
        </div>
      </Example>
      <Example name="ActionMenu">
        <MenuTrigger>
          <Button>เปิดเมนู</Button>
          <Popover offset={4} className="popover p-1">
            <ActionMenu label={actionWords.manage} actions={menu} />
          </Popover>
        </MenuTrigger>
      </Example>
      <Modal
        isOpen={open === 'modal' || open === 'long'}
        onClose={close}
        title={tallText}
        size={open === 'long' ? 'lg' : 'md'}
        actions={
          <Button kind="primary" onPress={close}>
            ตกลง
          </Button>
        }
      >
        {open === 'long' ? longText.repeat(60) : <NameField />}
      </Modal>
      <ConfirmDialog
        isOpen={open === 'confirm' || open === 'danger' || open === 'failing'}
        onClose={close}
        title="ยืนยันการทำรายการ"
        kind={open === 'danger' ? 'danger' : 'primary'}
        confirmLabel={open === 'danger' ? actionWords.delete : 'ยืนยัน'}
        onConfirm={() => settleLater(open !== 'failing')}
      >
        ต้องการทำรายการ “{tallText}” ใช่หรือไม่
      </ConfirmDialog>
    </>
  )
}

function NameField() {
  const [name, setName] = useState('')
  return <TextField label={titleOf(customerFields, 'fname')} value={name} onChange={setName} />
}

const settleLater = (succeeds: boolean) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(() => (succeeds ? resolve() : reject(new Error(longText))), 800)
  })
