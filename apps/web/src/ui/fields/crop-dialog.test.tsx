import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../ui-provider.tsx'
import { CropDialog } from './crop-dialog.tsx'

/** Replaces `drawImage`. Arguments: the image; x, y, width and height in the image; the same four in the canvas. */
const draw = vi.fn<(...args: unknown[]) => void>()

function setUp({
  width = 1000,
  height = 500,
  blob = new Blob(['jpeg'], { type: 'image/jpeg' }),
}: {
  width?: number
  height?: number
  blob?: Blob | null
} = {}) {
  draw.mockClear()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => {},
    drawImage: draw,
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(blob))
  const onDone = vi.fn<(file: File) => void>()
  const onClose = vi.fn<() => void>()
  render(
    <UiProvider navigate={() => {}}>
      <CropDialog file={new File(['x'], 'สมหญิง.PNG')} onDone={onDone} onClose={onClose} />
    </UiProvider>,
  )
  const image = screen.getByRole('img', { name: 'รูปที่เลือก' })
  Object.defineProperty(image, 'naturalWidth', { value: width })
  Object.defineProperty(image, 'naturalHeight', { value: height })
  return { image, onDone, onClose }
}

const confirmButton = () => screen.getByRole('button', { name: 'ใช้รูปนี้' })

afterEach(() => vi.restoreAllMocks())

describe('CropDialog', () => {
  it('crops the largest square in the middle unless another is chosen', async () => {
    const { image, onDone } = setUp()
    expect(confirmButton().hasAttribute('disabled')).toBe(true)
    fireEvent.load(image)
    await userEvent.setup().click(confirmButton())
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(draw.mock.calls[0]?.slice(1)).toEqual([250, 0, 500, 500, 0, 0, 500, 500])
    expect(onDone.mock.calls[0]?.[0]).toMatchObject({ name: 'สมหญิง.jpg', type: 'image/jpeg' })
  })

  it('scales large pictures down to 800 px', async () => {
    const { image } = setUp({ width: 3000, height: 4000 })
    fireEvent.load(image)
    await userEvent.setup().click(confirmButton())
    expect(draw.mock.calls[0]?.slice(1)).toEqual([0, 500, 3000, 3000, 0, 0, 800, 800])
  })

  it('has Thai labels, and every handle is reachable by keyboard', () => {
    const { image } = setUp()
    fireEvent.load(image)
    const dialog = screen.getByRole('dialog', { name: 'เลือกส่วนของรูป' })
    const handles = [...dialog.querySelectorAll<HTMLElement>('[aria-label][tabindex="0"]')]
    expect(handles.length).toBeGreaterThanOrEqual(9)
    for (const handle of handles) expect(handle.getAttribute('aria-label')).toMatch(/^[ก-๙ ]+$/)
  })

  it('shows an error for a file that is not a picture', () => {
    const { image, onDone } = setUp()
    fireEvent.error(image)
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText('เปิดรูปนี้ไม่ได้ กรุณาเลือกไฟล์อื่น')).toBeTruthy()
    expect(onDone).not.toHaveBeenCalled()
  })

  it('shows an error when the browser cannot draw the picture', async () => {
    const { image, onDone } = setUp({ blob: null })
    fireEvent.load(image)
    await userEvent.setup().click(confirmButton())
    expect(await screen.findByText('เปิดรูปนี้ไม่ได้ กรุณาเลือกไฟล์อื่น')).toBeTruthy()
    expect(onDone).not.toHaveBeenCalled()
  })

  it('closes on Escape', async () => {
    const { onClose } = setUp()
    await userEvent.setup().keyboard('{Escape}')
    expect(onClose).toHaveBeenCalled()
  })
})
