/**
 * Every field component of `src/ui` with sample values, as a component that holds its own value. The gallery shows
 * this list and field-kinds.test.tsx tests it.
 */
import { type Satang, satang } from '@khapdee/domain/money'
import { type Day, day } from '@khapdee/domain/thai-date'
import type { TimeOfDay } from '@khapdee/domain/time-of-day'
import { headings, units } from '@khapdee/domain/words'
import { type ComponentType, type ReactNode, type RefCallback, useState } from 'react'
import { payTypeChoices } from '../src/features/application/line-values.ts'
import { AttachmentsField } from '../src/ui/fields/attachments-field.tsx'
import { CheckboxGroupField, SegmentedField, SwitchField } from '../src/ui/fields/choice-fields.tsx'
import { ComboField } from '../src/ui/fields/combo-field.tsx'
import { DateField } from '../src/ui/fields/date-field.tsx'
import type { FieldProps } from '../src/ui/fields/field-frame.tsx'
import { IdCardField, MaskedField } from '../src/ui/fields/id-card-field.tsx'
import {
  InputField,
  PasswordField,
  PhoneField,
  TextArea,
  TextField,
} from '../src/ui/fields/text-fields.tsx'
import { MoneyField, NumberField } from '../src/ui/fields/number-fields.tsx'
import { PhotoField } from '../src/ui/fields/photo-field.tsx'
import { searchItems } from '../src/ui/fields/suggestions.ts'
import { SearchField } from '../src/ui/fields/search-field.tsx'
import { SelectField } from '../src/ui/fields/select-field.tsx'
import { TimeField } from '../src/ui/fields/time-field.tsx'
import { UploadField } from '../src/ui/fields/upload-field.tsx'
import type { StoredUpload, SendFileOptions } from '../src/ui/fields/use-upload.ts'
import { longText, tallText, customerName, branchName } from './example.tsx'

/** Selects the initial value of a field. */
export type Sample = 'blank' | 'usual' | 'long'

type Props = FieldProps & { inputRef?: RefCallback<HTMLElement> | undefined }

export interface FieldKind {
  name: string
  /** ARIA role of the element that has the field's name. */
  role: 'textbox' | 'combobox' | 'button' | 'radiogroup' | 'switch' | 'group'
  Field: ComponentType<Props & { sample: Sample }>
}

function kind<Value>(
  name: string,
  role: FieldKind['role'],
  samples: Record<Sample, Value>,
  render: (props: Props & { value: Value; onChange: (value: Value) => void }) => ReactNode,
): FieldKind {
  function Field({ sample, ...props }: Props & { sample: Sample }) {
    const [value, onChange] = useState(samples[sample])
    return render({ ...props, value, onChange })
  }
  return { name, role, Field }
}

const textSamples = (usual: string, long = longText) => ({ blank: '', usual, long })

const branches = [
  { value: null, name: headings.none },
  { value: 1, name: branchName },
  { value: 2, name: longText },
]
const groupedBranches = branches.map((branch) => ({
  ...branch,
  ...(branch.value !== null && { group: branch.value === 1 ? 'ขอนแก่น' : tallText }),
}))
const provinces = ['ขอนแก่น', 'นครราชสีมา', 'อุดรธานี', tallText, longText]
const identity = (item: string) => item

const document: StoredUpload = { id: 1, name: '', link: '/icon.svg', isPicture: false }
const photo: StoredUpload = { id: 2, name: headings.photo, link: '/icon.svg', isPicture: true }
const photos = { blank: null, usual: photo, long: { ...photo, name: longText, link: null } }

/** A fake upload that takes two seconds. */
const fakeUpload = {
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  check: ({ type }: File) =>
    type.startsWith('image/') ? null : 'ไฟล์ต้องเป็น JPEG, PNG, WebP ขนาดไม่เกิน 10 MB',
  async send(file: File, { onProgress, signal }: SendFileOptions) {
    for (let fraction = 0; fraction <= 1 && !signal.aborted; fraction += 0.05) {
      onProgress(fraction)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return { id: 3, name: file.name, link: URL.createObjectURL(file), isPicture: true }
  },
}

export const fieldKinds: readonly FieldKind[] = [
  kind('InputField', 'textbox', textSamples(customerName), (props) => (
    <InputField {...props} before={<span className="text-muted">คุณ</span>} />
  )),
  kind('TextField', 'textbox', textSamples(customerName), (props) => <TextField {...props} />),
  kind('TextArea', 'textbox', textSamples(tallText, longText.repeat(3)), (props) => (
    <TextArea {...props} />
  )),
  kind('SearchField', 'textbox', textSamples('สมศรี'), (props) => <SearchField {...props} />),
  kind('PasswordField', 'textbox', textSamples('khapdee-demo'), (props) => (
    <PasswordField {...props} autoComplete="new-password" />
  )),
  kind('PhoneField', 'textbox', textSamples('0812345678', '66812345678901234567'), (props) => (
    <PhoneField {...props} />
  )),
  kind('IdCardField', 'textbox', textSamples('1100000000016', '11000000000160000000'), (props) => (
    <IdCardField {...props} />
  )),
  kind(
    'MaskedField',
    'textbox',
    textSamples('1-1000-xxxxx-01-6'),
    ({ value, onChange, ...props }) => (
      <MaskedField
        {...props}
        masked={value}
        onReveal={() => onChange('1-1000-00000-01-6')}
        pending={false}
      />
    ),
  ),
  kind<number | null>(
    'NumberField',
    'textbox',
    { blank: null, usual: 15, long: Number.MAX_SAFE_INTEGER },
    (props) => <NumberField {...props} unit={units.hours} />,
  ),
  kind<Satang | null>(
    'MoneyField',
    'textbox',
    { blank: null, usual: satang(450_000), long: satang(999_999_999_999_999) },
    (props) => <MoneyField {...props} />,
  ),
  kind<Day | null>(
    'DateField',
    'textbox',
    { blank: null, usual: day('1997-11-21'), long: day('2100-12-31') },
    (props) => <DateField {...props} />,
  ),
  kind<TimeOfDay | null>(
    'TimeField',
    'textbox',
    { blank: null, usual: '09:00', long: '23:59' },
    (props) => <TimeField {...props} />,
  ),
  kind<number | null | undefined>(
    'SelectField',
    'button',
    { blank: undefined, usual: 1, long: 2 },
    (props) => <SelectField {...props} items={branches} />,
  ),
  kind<number | null | undefined>(
    'SelectField, with groups',
    'button',
    { blank: undefined, usual: 1, long: 2 },
    (props) => <SelectField {...props} items={groupedBranches} />,
  ),
  kind('ComboField', 'combobox', textSamples('ขอนแก่น'), ({ value, ...props }) => (
    <ComboField
      {...props}
      value={value}
      search={searchItems(provinces, identity)}
      itemKey={identity}
      itemText={identity}
      onSelect={props.onChange}
      withButton
    />
  )),
  kind<string | undefined>(
    'SegmentedField',
    'radiogroup',
    { blank: undefined, usual: 'transfer', long: 'cash' },
    (props) => <SegmentedField {...props} items={payTypeChoices} />,
  ),
  kind<string[]>(
    'CheckboxGroupField',
    'group',
    { blank: [], usual: ['ขอนแก่น'], long: provinces },
    (props) => (
      <CheckboxGroupField {...props} items={provinces.map((name) => ({ value: name, name }))} />
    ),
  ),
  kind<StoredUpload | null>(
    'UploadField',
    'button',
    {
      blank: null,
      usual: { ...document, name: 'ใบขับขี่.pdf' },
      long: { ...document, name: longText },
    },
    (props) => <UploadField {...props} {...fakeUpload} />,
  ),
  kind<StoredUpload | null>('PhotoField', 'button', photos, (props) => (
    <PhotoField {...props} {...fakeUpload} />
  )),
  kind<readonly StoredUpload[]>(
    'AttachmentsField',
    'button',
    {
      blank: [],
      usual: [photo, { ...document, name: 'ใบเสร็จ.pdf' }],
      long: [
        { ...photo, name: longText },
        { ...document, name: longText, link: null },
        { ...photo, id: 3 },
        { ...document, id: 4, name: 'ใบเสร็จ.pdf' },
      ],
    },
    (props) => <AttachmentsField {...props} {...fakeUpload} max={10} />,
  ),
  kind('SwitchField', 'switch', { blank: false, usual: true, long: true }, (props) => (
    <SwitchField {...props} />
  )),
]
