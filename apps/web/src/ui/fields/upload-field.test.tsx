import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../ui-provider.tsx'
import { type FileEditorProps, UploadField } from './upload-field.tsx'
import type { StoredUpload, SendFileOptions } from './use-upload.ts'

const picture = new File(['x'], 'สมหญิง.png', { type: 'image/png' })
const stored: StoredUpload = { id: 7, name: 'สมหญิง.png', link: '/files/a', isPicture: true }

interface PendingUpload extends SendFileOptions {
  file: File
  done: (value: StoredUpload) => void
  fail: (error: Error) => void
}

function setUp({
  initial = null,
  isDisabled = false,
  Editor,
}: {
  initial?: StoredUpload | null
  isDisabled?: boolean
  Editor?: (props: FileEditorProps) => React.ReactNode
} = {}) {
  const uploads: PendingUpload[] = []
  const onUploadStart = vi.fn<() => void>()
  const onChange = vi.fn<(value: StoredUpload | null) => void>()
  function Form() {
    const [value, setValue] = useState(initial)
    return (
      <UploadField
        label="รูปถ่าย"
        value={value}
        onChange={(next) => {
          onChange(next)
          setValue(next)
        }}
        onUploadStart={onUploadStart}
        accept={['image/png']}
        check={({ type }) => (type === 'image/png' ? null : 'ไฟล์ต้องเป็น PNG')}
        send={(file, progress) =>
          new Promise((done, fail) => void uploads.push({ file, ...progress, done, fail }))
        }
        isDisabled={isDisabled}
        {...(Editor && { Editor })}
      />
    )
  }
  const view = render(
    <UiProvider navigate={() => {}}>
      <Form />
    </UiProvider>,
  )
  const input = view.container.querySelector('input')
  if (input === null) throw new Error('no file input')
  const choose = (...files: File[]) => fireEvent.change(input, { target: { files } })
  const button = () => screen.getByRole('button', { name: /(เลือกไฟล์|เปลี่ยนไฟล์) รูปถ่าย$/ })
  const area = () => button().closest('div[class*=dashed]') as HTMLElement
  return { ...view, input, uploads, choose, button, area, onUploadStart, onChange }
}

describe('UploadField', () => {
  it('opens the file chooser by keyboard', async () => {
    const { input, button } = setUp()
    const click = vi.spyOn(input, 'click')
    const user = userEvent.setup()
    await user.tab()
    expect(document.activeElement).toBe(button())
    await user.keyboard('{Enter}')
    await user.keyboard(' ')
    expect(click).toHaveBeenCalledTimes(2)
  })

  it('reports the start of an upload and shows its progress, then the picture', async () => {
    const { choose, uploads, container, onUploadStart } = setUp()
    choose(picture)
    expect(onUploadStart).toHaveBeenCalledOnce()
    act(() => uploads[0]?.onProgress(0.4))
    const bar = screen.getByRole('progressbar', { name: 'กำลังอัปโหลด สมหญิง.png' })
    expect(bar.getAttribute('aria-valuenow')).toBe('40')
    act(() => uploads[0]?.onProgress(1))
    expect(screen.getByText('กำลังตรวจสอบไฟล์')).toBeTruthy()
    await act(async () => uploads[0]?.done(stored))
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/files/a')
  })

  it('accepts a dropped file, and aborts its upload when another file is pasted', () => {
    const { area, uploads } = setUp()
    fireEvent.drop(area(), { dataTransfer: { files: [picture] } })
    fireEvent.paste(area(), { clipboardData: { files: [picture] } })
    expect(uploads.map(({ file }) => file.name)).toEqual(['สมหญิง.png', 'สมหญิง.png'])
    expect(uploads[0]?.signal.aborted).toBe(true)
  })

  it('shows a Thai error for a refused file before sending it', () => {
    const { choose, area, uploads } = setUp()
    choose(new File(['x'], 'x.svg', { type: 'image/svg+xml' }))
    expect(screen.getByText('ไฟล์ต้องเป็น PNG').closest('[aria-live=polite]')).toBeTruthy()
    fireEvent.drop(area(), { dataTransfer: { files: [picture, picture] } })
    expect(screen.getByText('กรุณาเลือกครั้งละ 1 ไฟล์')).toBeTruthy()
    expect(uploads).toEqual([])
  })

  it('shows why an upload failed and keeps the previous file', async () => {
    const { choose, uploads, container, onChange } = setUp({ initial: stored })
    choose(picture)
    await act(async () => uploads[0]?.fail(new Error('ไฟล์เสียหายหรือเปิดไม่ได้')))
    expect(screen.getByText('ไฟล์เสียหายหรือเปิดไม่ได้')).toBeTruthy()
    expect(onChange).toHaveBeenLastCalledWith(stored)
    expect(container.querySelector('img')).toBeTruthy()
  })

  it('aborts the upload on its cancel button and when it unmounts', async () => {
    const { choose, uploads, unmount, onChange } = setUp()
    const user = userEvent.setup()
    choose(picture)
    await user.click(screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด' }))
    expect(uploads[0]?.signal.aborted).toBe(true)
    expect(onChange).toHaveBeenLastCalledWith(null)
    choose(picture)
    unmount()
    expect(uploads[1]?.signal.aborted).toBe(true)
  })

  it('removes the file', async () => {
    const { onChange } = setUp({ initial: stored })
    await userEvent.setup().click(screen.getByRole('button', { name: 'ลบรูปถ่าย' }))
    expect(onChange).toHaveBeenLastCalledWith(null)
  })

  it('starts no upload while disabled', () => {
    const { area, uploads } = setUp({ isDisabled: true })
    fireEvent.drop(area(), { dataTransfer: { files: [picture] } })
    expect(uploads).toEqual([])
  })

  it('opens the editor before the upload, if one is given', async () => {
    const { choose, uploads } = setUp({
      Editor: ({ file, onDone, onClose }) => (
        <>
          <button type="button" onClick={() => onDone(new File([file], 'ตัดแล้ว.jpg'))}>
            ใช้
          </button>
          <button type="button" onClick={onClose}>
            ไม่ใช้
          </button>
        </>
      ),
    })
    const user = userEvent.setup()
    choose(picture)
    await user.click(screen.getByText('ไม่ใช้'))
    expect(uploads).toEqual([])
    choose(picture)
    await user.click(screen.getByText('ใช้'))
    expect(uploads.map(({ file }) => file.name)).toEqual(['ตัดแล้ว.jpg'])
    expect(screen.queryByText('ใช้')).toBeNull()
  })
})

it('shows no broken picture for an expired link', () => {
  const { container } = setUp({ initial: stored })
  const image = container.querySelector('img')
  if (image) fireEvent.error(image)
  expect(container.querySelector('img')).toBeNull()
})

it('shows a file that is not a picture by its name as a download link', () => {
  setUp({ initial: { ...stored, name: 'ใบขับขี่.pdf', isPicture: false } })
  expect(screen.getByText('ใบขับขี่.pdf').getAttribute('href')).toBe('/files/a')
})
