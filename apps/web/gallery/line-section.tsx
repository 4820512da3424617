import { satang } from '@khapdee/domain/money'
import { FormProvider, useForm } from 'react-hook-form'
import { LineEditor } from '../src/features/application/register/line-editor.tsx'
import { type Item, withItem, blankLine } from '../src/features/application/line-values.ts'
import { blankRegistration } from '../src/features/application/register/registration-values.ts'
import { Example, longText, tallText } from './example.tsx'

const items: readonly Item[] = [
  { item_id: 1, name: 'รถยนต์ เกียร์อัตโนมัติ 15 ชั่วโมง', price: satang(550_000), exams: [] },
  { item_id: 2, name: tallText, price: satang(250_000), exams: [] },
  { item_id: 3, name: longText, price: satang(999_999_999_999), exams: [] },
]

/** The line editor of a new application, with an empty line, filled ones, long texts and no lines. */
export function LineSection() {
  const form = useForm({
    defaultValues: {
      ...blankRegistration(1, 'course'),
      course: [blankLine(), ...items.map((item) => withItem(blankLine(), item))],
    },
  })
  return (
    <Example name="LineEditor">
      <FormProvider {...form}>
        <div className="flex flex-col gap-3.5">
          <LineEditor kind="course" items={items} isMain />
          <LineEditor kind="other_fee" items={items} />
        </div>
      </FormProvider>
    </Example>
  )
}
