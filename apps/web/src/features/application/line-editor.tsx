import { Plus } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { LineRow } from './line-row.tsx'
import { blankLine, type Item, type LineKind, lineKinds } from './line-values.ts'
import { linesOf, type RegistrationValues } from './registration-values.ts'

interface LineEditorProps {
  kind: LineKind
  items: readonly Item[]
  /** At least one line always stands; the last one can only be emptied. */
  isMain?: boolean
}

/** The lines of one kind; stands inside the registration form. */
export function LineEditor({ kind, items, isMain = false }: LineEditorProps) {
  const { control, getValues } = useFormContext<RegistrationValues>()
  const { fields, append, remove, update } = useFieldArray({ control, name: kind })
  const { title } = lineKinds[kind]

  const add = () => {
    const payType = linesOf(getValues()).at(-1)?.pay_type
    append(blankLine(payType), { shouldFocus: true, focusName: `${kind}.${fields.length}.item_id` })
  }
  const removeAt = (index: number) => {
    if (isMain && fields.length === 1) update(index, blankLine())
    else remove(index)
  }
  return (
    <Card
      title={title}
      actions={
        <Button icon={Plus} onPress={add}>
          เพิ่มรายการ
          <span className="sr-only">{title}</span>
        </Button>
      }
      flush={fields.length === 0}
    >
      {fields.map((field, index) => (
        <LineRow
          key={field.id}
          kind={kind}
          index={index}
          items={items}
          onRemove={() => removeAt(index)}
        />
      ))}
    </Card>
  )
}
