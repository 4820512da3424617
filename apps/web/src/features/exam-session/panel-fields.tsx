/** The people of a session's panel, each with a role. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type examSession } from '@khapdee/contract/entities/exam-session'
import { panelRoles } from '@khapdee/domain/exam-session'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords } from '@khapdee/domain/words'
import { Plus, Trash } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { choicesOf } from '../../crud/choices.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Choice } from '../../ui/fields/select-field.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Card } from '../../ui/page.tsx'

type Values = Pick<InputOf<typeof examSession.create>, 'panel'>

const { FormSelect } = fieldsOf<Values>()
const roles = choicesOf(panelRoles)

/** @param people who work in the branch */
export function PanelFields({ people }: { people: readonly Choice<number>[] }) {
  const { control } = useFormContext<Values>()
  const { fields, append, remove } = useFieldArray({ control, name: 'panel' })
  const add = () =>
    // No person is chosen yet, which the schema refuses.
    append({ user_id: Number.NaN, role: fields.length === 0 ? 'chair' : 'committee' })
  return (
    <Card
      title={fieldTitles.panel}
      actions={
        <Button size="sm" icon={Plus} onPress={add} isDisabled={fields.length >= 20}>
          {actionWords.add}
          {fieldTitles.panel}
        </Button>
      }
    >
      {fields.length === 0 ? (
        <p className="text-muted">ยังไม่ได้กำหนดกรรมการสอบ</p>
      ) : (
        <ul className="flex flex-col gap-2.5">
          {fields.map((field, index) => (
            <li key={field.id} className="grid grid-cols-[1fr_8rem_auto] items-start gap-2.5">
              <FormSelect
                name={`panel.${index}.user_id`}
                label={`${fieldTitles.panel} ${index + 1}`}
                hideLabel
                items={people}
                placeholder="เลือกกรรมการ"
              />
              <FormSelect
                name={`panel.${index}.role`}
                label={`${fieldTitles.panelRole} ${index + 1}`}
                hideLabel
                items={roles}
              />
              <IconButton
                label={`${actionWords.delete}${fieldTitles.panel} ${index + 1}`}
                icon={Trash}
                onPress={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
