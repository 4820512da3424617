/** Runs once the next frame is on the screen, so that a key typed shows before what follows from it. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
