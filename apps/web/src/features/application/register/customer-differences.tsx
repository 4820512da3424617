import { customerFields } from '@khapdee/contract/entities/customer'
import { titleOf } from '@khapdee/contract/field-meta'
import { headings } from '@khapdee/domain/words'
import { useState } from 'react'
import { ValueOption } from '../../../shared/customer/customer-lookup.tsx'
import { type ComparedField, type Difference } from '../../../shared/customer/customer-values.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog.tsx'

interface CustomerDifferencesProps {
  differences: readonly Difference[]
  fromCard: boolean
  /** Called with the fields to take from the form. */
  onResolve: (accepted: readonly ComparedField[]) => void
  /** Called when the clerk closes the dialog without a choice. */
  onDismiss: () => void
}

/** Lets the clerk choose, field by field, between the form and the stored customer. */
export function CustomerDifferences({
  differences,
  fromCard,
  onResolve,
  onDismiss,
}: CustomerDifferencesProps) {
  const allFields = differences.map(({ field }) => field)
  const [accepted, setAccepted] = useState<readonly ComparedField[]>(allFields)
  const formLabel = fromCard ? 'จากบัตร' : 'ที่กรอก'

  return (
    <Modal
      isOpen
      onClose={onDismiss}
      title="พบข้อมูลลูกค้าเดิม"
      actions={
        <>
          <Button onPress={() => setAccepted([])}>ใช้ข้อมูลในระบบทั้งหมด</Button>
          <Button onPress={() => setAccepted(allFields)}>
            ใช้ข้อมูล{formLabel}
            {headings.all}
          </Button>
          <Button kind="primary" autoFocus onPress={() => onResolve(accepted)}>
            ตกลง
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">ข้อมูลต่อไปนี้ไม่ตรงกัน กรุณาเลือกข้อมูลที่จะใช้</p>
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-start text-sm text-muted">
            <th scope="col" className="w-1/4 py-1.5 pe-3 text-start font-medium">
              {headings.data}
            </th>
            <th scope="col" className="w-3/8 px-2 text-start font-medium">
              {formLabel}
            </th>
            <th scope="col" className="w-3/8 px-2 text-start font-medium">
              ในระบบ
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, typed, stored }) => {
            const isAccepted = accepted.includes(field)
            const otherFields = accepted.filter((name) => name !== field)
            return (
              <tr key={field} className="border-t border-line align-top">
                <th scope="row" className="py-2 pe-3 text-start text-sm font-medium">
                  {titleOf(customerFields, field)}
                </th>
                <td className="py-0.5">
                  <ValueOption
                    name={field}
                    text={typed}
                    isChosen={isAccepted}
                    onChoose={() => setAccepted([...otherFields, field])}
                  />
                </td>
                <td className="py-0.5">
                  <ValueOption
                    name={field}
                    text={stored}
                    isChosen={!isAccepted}
                    onChoose={() => setAccepted(otherFields)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Modal>
  )
}
