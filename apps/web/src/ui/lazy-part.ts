import { type ComponentType, lazy } from 'react'

const waiting = new Set<() => void>()

/**
 * A part of a screen that is downloaded when it is first shown; goes inside a Suspense. Where it
 * cannot be had, its place stays empty until `retryParts`: React's own `lazy` would take down the
 * screen around it, and what is typed there.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await untilLoaded(load) }))
}

/** Tries again to download what could not be had: the network is back. */
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
