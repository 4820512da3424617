import { type ComponentType, lazy } from 'react'

const pendingRetries = new Set<() => void>()

/**
 * Creates a component that is downloaded when it is first rendered; render it inside a Suspense. When the
 * download fails, the fallback remains until `retryFailedDownloads` succeeds. React's `lazy` alone would throw,
 * which unmounts the surrounding screen and loses the text typed there.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await untilLoaded(load) }))
}

/** Retries all failed downloads. Call it when the server can be reached again. */
export function retryFailedDownloads(): void {
  const retries = [...pendingRetries]
  pendingRetries.clear()
  for (const retry of retries) retry()
}

async function untilLoaded<Props>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise<void>((resolve) => void pendingRetries.add(resolve))
    }
  }
}
