import { course } from '@khapdee/contract/entities/course'
import type { Control } from 'react-hook-form'
import { useEndpoint } from '../../api/queries.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { FormCombo } from '../../ui/form/form-combo.tsx'

interface CourseTypeProps {
  control: Control<ValuesOf<typeof course>>
  className?: string
}

/** The licence class: one of the usual ones, or any other text. */
export function CourseType(props: CourseTypeProps) {
  const { data } = useEndpoint(course.type, {})
  return (
    <FormCombo
      {...props}
      name="type"
      label="ประเภท"
      required
      withButton={false}
      usual={data?.data ?? []}
    />
  )
}
