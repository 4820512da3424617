import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { UiProvider } from '../ui-provider.tsx'
import { AddressFields, type AddressPart, loadAddresses, postcodeOf } from './address-fields.tsx'
import { FieldDescriptions } from './use-form-field.ts'

const blank: Record<AddressPart, string> = {
  address: '',
  moo: '',
  soi: '',
  street: '',
  subdistrict: '',
  district: '',
  province: '',
  postcode: '',
}
interface Values {
  home: typeof blank
}
const labels: Readonly<Record<string, string>> = {
  'home.subdistrict': 'ตำบล/แขวง',
  'home.district': 'อำเภอ/เขต',
  'home.province': 'จังหวัด',
  'home.postcode': 'รหัสไปรษณีย์',
}
const pathOf = (part: AddressPart) => `home.${part}` as const

async function setUp() {
  await loadAddresses()
  function Form() {
    const form = useForm<Values>({ defaultValues: { home: blank } })
    return (
      <UiProvider navigate={() => {}}>
        <FormProvider {...form}>
          <FieldDescriptions value={(name) => ({ label: labels[name] ?? name, required: false })}>
            <AddressFields<Values> pathOf={pathOf} />
          </FieldDescriptions>
        </FormProvider>
      </UiProvider>
    )
  }
  render(<Form />)
  return { user: userEvent.setup() }
}

const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('combobox', { name })
const placeValues = () =>
  [/ตำบล|แขวง/, /อำเภอ|เขต/, 'จังหวัด', 'รหัสไปรษณีย์'].map((name) => box(name).value)

describe('AddressFields', () => {
  it.each([
    ['a subdistrict', /ตำบล/, 'ศิลา', /ศิลา.*เมืองขอนแก่น/],
    ['a district', /อำเภอ/, 'เมืองขอนแก่น', /ต\.ศิลา/],
    ['a postcode', 'รหัสไปรษณีย์', '40000', /ต\.ศิลา/],
    ['several words', /ตำบล/, 'ศิลา ขอนแก่น', /ศิลา.*เมืองขอนแก่น/],
  ])('completes the place from %s', async (_, name, typed, suggestion) => {
    const { user } = await setUp()
    await user.type(box(name), typed)
    await user.click((await screen.findAllByRole('option', { name: suggestion }))[0]!)
    expect(placeValues()).toEqual(['ศิลา', 'เมืองขอนแก่น', 'ขอนแก่น', '40000'])
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('can be filled by the keyboard alone', async () => {
    const { user } = await setUp()
    await user.type(box(/ตำบล/), 'ศิลา ขอนแก่น')
    await screen.findAllByRole('option')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(placeValues()).toEqual(['ศิลา', 'เมืองขอนแก่น', 'ขอนแก่น', '40000'])
    expect(document.activeElement).toBe(box(/ตำบล/))
  })

  it('labels subdistrict and district with the terms of the province', async () => {
    const { user } = await setUp()
    expect(box('ตำบล/แขวง')).toBeTruthy()
    await user.type(box('จังหวัด'), 'กรุงเทพ')
    await user.click(await screen.findByRole('option', { name: 'กรุงเทพมหานคร' }))
    expect(box('แขวง')).toBeTruthy()
    expect(box('เขต')).toBeTruthy()
    await user.clear(box('จังหวัด'))
    await user.type(box('จังหวัด'), 'ขอนแก่น')
    expect(box('ตำบล')).toBeTruthy()
  })

  it('keeps typed text that matches no suggestion', async () => {
    const { user } = await setUp()
    await user.type(box(/ตำบล/), 'หมู่บ้านที่ไม่มีในตาราง')
    await user.tab()
    expect(placeValues()).toEqual(['หมู่บ้านที่ไม่มีในตาราง', '', '', ''])
  })

  it('suggests at most 12 places', async () => {
    const { user } = await setUp()
    await user.type(box(/ตำบล/), 'บ้าน')
    expect((await screen.findAllByRole('option')).length).toBeLessThanOrEqual(12)
  })
})

describe('postcodeOf', () => {
  const place = { subdistrict: 'ในเมือง', district: 'เมืองขอนแก่น', province: 'ขอนแก่น' }

  it('finds the postcode of a place in the bundled table', async () => {
    expect(postcodeOf(await loadAddresses(), place)).toBe('40000')
  })

  it('returns an empty text for an unknown place and for one with several postcodes', () => {
    const rows = [
      { ...place, postcode: '40000' },
      { ...place, postcode: '40002' },
    ]
    expect(postcodeOf(rows, place)).toBe('')
    expect(postcodeOf(rows, { ...place, subdistrict: 'ท่าพระ' })).toBe('')
  })
})
