/** The camera of the device: opening it, and its light. */

/** Why the camera cannot be used, in Thai. */
const problems = {
  insecure: 'ใช้กล้องได้เฉพาะเมื่อเปิดระบบด้วย https กรุณาแจ้งผู้ดูแลระบบ',
  refused: 'ไม่ได้รับอนุญาตให้ใช้กล้อง กรุณาอนุญาตในการตั้งค่าของเบราว์เซอร์ แล้วลองอีกครั้ง',
  missing: 'ไม่พบกล้องในเครื่องนี้',
  busy: 'กล้องถูกใช้อยู่ในโปรแกรมอื่น กรุณาปิดโปรแกรมนั้น แล้วลองอีกครั้ง',
  failed: 'เปิดกล้องไม่ได้ กรุณาลองอีกครั้ง',
}

/** The problem by the name of the exception of `getUserMedia`. */
const problemOfException: Readonly<Record<string, string>> = {
  NotAllowedError: problems.refused,
  SecurityError: problems.refused,
  NotFoundError: problems.missing,
  OverconstrainedError: problems.missing,
  NotReadableError: problems.busy,
  AbortError: problems.busy,
}

/** The Thai reason of an exception of {@link openCamera}. */
export function cameraProblem(cause: unknown): string {
  if (!isCameraAllowed()) return problems.insecure
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  return problemOfException[name] ?? problems.failed
}

/** Whether the page may use the camera: browsers require https, or a page of the same computer. */
const isCameraAllowed = (): boolean =>
  globalThis.isSecureContext && 'mediaDevices' in globalThis.navigator

/** Asks for the camera, on a phone the one at the back. @throws DOMException when it cannot be used */
export async function openCamera(): Promise<MediaStream> {
  if (!isCameraAllowed()) throw new Error(problems.insecure)
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

/** Ends the use of the camera, so that its light goes out and other programs can use it. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

// The light is not in TypeScript's DOM library.
interface Light {
  torch?: boolean
}

export function hasLight(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks()
  return (track?.getCapabilities?.() as Light | undefined)?.torch === true
}

/** Turns the light of the camera on or off. @returns whether it is on afterwards */
export async function setLight(stream: MediaStream, isOn: boolean): Promise<boolean> {
  const [track] = stream.getVideoTracks()
  try {
    await track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
    return isOn
  } catch {
    return !isOn
  }
}
