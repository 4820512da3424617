/** A camera for tests: a canvas on which QR codes are shown. */
import type { Page } from '@playwright/test'
import { qrPath } from '../../apps/server/src/adapters/pdf/qr.ts'

interface TestCamera {
  /** Shows a QR code from now on. @param path SVG path data in modules */
  show: (path: string, size: number) => void
  /** Whether the user refuses the camera. */
  isRefused: boolean
  isOn: () => boolean
}

declare global {
  var testCamera: TestCamera
}

/** Replaces the camera of a page that is opened afterwards. */
export async function installCamera(page: Page): Promise<void> {
  // The compiled function calls the helper `__name` of esbuild, which the page does not define.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const context = canvas.getContext('2d')
    let draw = () => {}
    let tracks: MediaStreamTrack[] = []
    globalThis.testCamera = {
      isRefused: false,
      isOn: () => tracks.some(({ readyState }) => readyState === 'live'),
      show(path, size) {
        draw = () => {
          const scale = 300 / size
          context?.setTransform(1, 0, 0, 1, 0, 0)
          if (context) context.fillStyle = '#d6d3d1'
          context?.fillRect(0, 0, 640, 480)
          context?.setTransform(scale, 0.1 * scale, -0.1 * scale, scale, 180, 70)
          if (context) context.fillStyle = '#1c1917'
          context?.fill(new Path2D(path))
        }
      },
    }
    navigator.mediaDevices.getUserMedia = async () => {
      if (globalThis.testCamera.isRefused) throw new DOMException('', 'NotAllowedError')
      const stream = canvas.captureStream(10)
      tracks = stream.getTracks()
      // A canvas that does not change sends no pictures.
      const timer = setInterval(() => {
        if (globalThis.testCamera.isOn()) draw()
        else clearInterval(timer)
      }, 100)
      return stream
    }
  })
}

/** Holds a QR code before the camera. */
export async function showQr(page: Page, text: string): Promise<void> {
  const { path, size } = qrPath(text)
  await page.evaluate(([code, side]) => globalThis.testCamera.show(code, side), [
    path,
    size,
  ] as const)
}
