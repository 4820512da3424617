import { type ComponentType, lazy } from 'react'

const waiting = new Set<() => void>()

/**
 * A part of a screen that is downloaded when it is first shown; to be rendered inside a Suspense.
 * When the download fails, its place stays empty until `retryParts`: React's own `lazy` would unmount
 * the screen around it, with everything typed there.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await untilLoaded(load) }))
}

/** Downloads the failed parts again, once the network is back. */
export function retryParts(): void {
  const retries = [...waiting]
  waiting.clear()
  for (const retry of retries) retry()
}

async function untilLoaded<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise<void>((resolve) => void waiting.add(resolve))
    }
  }
}
