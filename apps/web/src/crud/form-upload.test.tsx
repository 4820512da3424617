import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { file as fileApi } from '@khapdee/contract/entities/file'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { schemaResolver } from '../api/form-errors.ts'
import { sessionStore } from '../session/session.ts'
import { UiProvider } from '../ui/ui-provider.tsx'
import { ok } from '../../test/fake-fetch.ts'
import { type FakeUpload, fakeUploads } from '../../test/fake-upload.ts'
import { aUser } from '../../test/user.ts'
import { checkFile, FormUpload } from './form-upload.tsx'

const schema = z.strictObject({ logo: z.int({ error: 'ข้อมูลไม่ถูกต้อง' }).positive().nullable() })
const storedLogo = { id: 4, name: 'เดิม.png', link: '/files/uploads/old', isPicture: true }
const picture = new File(['x'], 'ใหม่.png', { type: 'image/png' })

let uploads: FakeUpload[]
beforeEach(() => {
  uploads = fakeUploads()
})
afterEach(() => vi.unstubAllGlobals())

function setUp(logo: number | null = storedLogo.id) {
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser() })
  const saved = vi.fn<(values: { logo: number | null }) => void>()
  function Form() {
    const form = useForm({ defaultValues: { logo }, resolver: schemaResolver(schema) })
    return (
      <FormProvider {...form}>
        <form onSubmit={form.handleSubmit((values) => saved({ logo: values.logo }))}>
          <FormUpload<{ logo: number | null }> name="logo" label="โลโก้" stored={storedLogo} />
          <button type="submit">บันทึก</button>
        </form>
      </FormProvider>
    )
  }
  const { container } = render(
    <UiProvider navigate={() => {}}>
      <Form />
    </UiProvider>,
  )
  const choose = () => {
    const input = container.querySelector('input')
    if (input) fireEvent.change(input, { target: { files: [picture] } })
  }
  const user = userEvent.setup()
  const save = () => user.click(screen.getByRole('button', { name: 'บันทึก' }))
  const shownPicture = () => container.querySelector('img')?.getAttribute('src')
  return { saved, choose, save, shownPicture, user }
}

const answer = (upload: FakeUpload | undefined) =>
  act(async () =>
    upload?.answer(
      200,
      ok({ file_id: 9, name: 'ใหม่.png', type: 'image/png', size: 1, link: '/files/uploads/new' })
        .body,
    ),
  )

describe('FormUpload', () => {
  it('shows the stored file until another one is uploaded', async () => {
    const { shownPicture, choose, save, saved } = setUp()
    expect(shownPicture()).toBe('/files/uploads/old')
    choose()
    await waitFor(() => expect(uploads[0]?.path).toBe(`/api/v1/${fileApi.upload.path}`))
    await answer(uploads[0])
    expect(shownPicture()).toBe('/files/uploads/new')
    await save()
    expect(saved).toHaveBeenCalledWith({ logo: 9 })
  })

  it('prevents saving the form during the upload', async () => {
    const { shownPicture, choose, save, saved } = setUp()
    choose()
    await save()
    expect(saved).not.toHaveBeenCalled()
    expect(shownPicture()).toBe('/files/uploads/old')
    await answer(uploads[0])
    await save()
    expect(saved).toHaveBeenCalledWith({ logo: 9 })
  })

  it('keeps the previous file after a failed upload', async () => {
    const { shownPicture, choose, save, saved } = setUp()
    choose()
    await act(async () => uploads[0]?.fail())
    expect(screen.getByText(/เชื่อมต่อระบบไม่ได้/)).toBeTruthy()
    expect(shownPicture()).toBe('/files/uploads/old')
    await save()
    expect(saved).toHaveBeenCalledWith({ logo: 4 })
  })

  it('removes the file', async () => {
    const { save, saved, user } = setUp()
    await user.click(screen.getByRole('button', { name: 'ลบโลโก้' }))
    await save()
    expect(saved).toHaveBeenCalledWith({ logo: null })
  })

  it('shows a text for a file of a restored draft, whose name and link are unknown', () => {
    setUp(77)
    expect(screen.getByText('ไฟล์ที่อัปโหลดแล้ว')).toBeTruthy()
  })
})

describe('checkFile', () => {
  const fileOf = (name: string, type: string, size = 1) =>
    Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
  const rule = 'ไฟล์ต้องเป็น JPEG, PNG ขนาดไม่เกิน 10 MB'

  it.each([
    ['accepts a picture', fileOf('a.png', 'image/png'), null],
    ['accepts a picture without a MIME type by its extension', fileOf('a.JPG', ''), null],
    ['refuses a type that no field accepts', fileOf('a.svg', 'image/svg+xml'), rule],
    ['refuses a type that only other fields accept', fileOf('a.pdf', 'application/pdf'), rule],
    ['refuses a file over 10 MB', fileOf('a.png', 'image/png', 10 * 1024 * 1024 + 1), rule],
    ['refuses an empty file', fileOf('a.png', 'image/png', 0), 'ไฟล์นี้ว่างเปล่า กรุณาเลือกไฟล์อื่น'],
  ])('%s', (_, given, expected) => {
    expect(checkFile(given, ['image/jpeg', 'image/png'])).toBe(expected)
  })
})
