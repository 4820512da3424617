import { course } from '@khapdee/contract/entities/course'
import type { Control } from 'react-hook-form'
import { useEndpoint } from '../../api/queries.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { ComboField } from '../../ui/fields/combo-field.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'

interface CourseTypeProps {
  control: Control<ValuesOf<typeof course>>
  className?: string
}

const itself = (type: string) => type

/** The licence class: one of the usual ones, or any other text. */
export function CourseType({ control, className }: CourseTypeProps) {
  const { value, change, field } = useFormField(control, 'type')
  const { data } = useEndpoint(course.type, {})
  const typed = String(value)
  const known = data?.data ?? []
  // What was chosen offers the others again.
  const items = known.includes(typed) ? known : known.filter((type) => type.includes(typed))
  return (
    <ComboField
      {...field}
      label="ประเภท"
      required
      className={className}
      items={items}
      itemKey={itself}
      itemText={itself}
      value={typed}
      onChange={change}
      onSelect={change}
    />
  )
}
