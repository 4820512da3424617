import { course } from '@khapdee/contract/entities/course'
import { useEndpoint } from '../../api/queries.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { FormCombo } from '../../ui/form/form-combo.tsx'

type Values = ValuesOf<typeof course>

const none: readonly string[] = []

/** The licence class: one of the usual ones, or any other text. */
export function CourseType({ className }: { className: string }) {
  const { data } = useEndpoint(course.type, {})
  return (
    <FormCombo<Values>
      name="type"
      label="ประเภท"
      required
      className={className}
      items={data?.data ?? none}
    />
  )
}
