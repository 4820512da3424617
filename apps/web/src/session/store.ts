/** State outside React, read both by route guards and by components. */
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get: () => T
  set: (value: T) => void
  /** Calls `listener` on each change. @returns the unsubscribe function */
  subscribe: (listener: () => void) => () => void
}

/** State in memory, lost on reload. */
export function memoryStore<T>(initial: T): Store<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * State in local storage as JSON, shared by all tabs; setting null removes the item.
 * @param read converts the stored JSON to a value; receives undefined for a missing or invalid item
 */
export function localStore<T>(key: string, read: (stored: unknown) => T): Store<T> {
  const load = () => read(parse(localStorage.getItem(key)))
  const memory = memoryStore(load())
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) memory.set(load())
  })
  return {
    ...memory,
    set(value) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(value))
      memory.set(value)
    },
  }
}

function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value of a store; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
