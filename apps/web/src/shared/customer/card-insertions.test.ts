import { waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { watchInsertions } from './card-insertions.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('reports once a card in a program that is both paired and connected to the server', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  let program: ReadableStreamDefaultController<Uint8Array> | undefined
  const events = new ReadableStream<Uint8Array>({ start: (controller) => (program = controller) })
  vi.stubGlobal('fetch', async () => new Response(events))
  const listeners = new Set<(message: string) => void>()
  const told: string[] = []
  const stop = watchInsertions(
    { order: ['bridge', 'relay'], token: 'abc', card_reader_id: 7, opensPanel: true },
    (source) => told.push(source),
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  )
  const tell = (message: string) => listeners.forEach((listener) => listener(message))
  await waitFor(() => expect(listeners.size).toBe(1))
  program?.enqueue(new TextEncoder().encode('data: inserted\n\n'))
  await waitFor(() => expect(told).toEqual(['bridge']))
  tell('card-reader 1 7')
  expect(told).toEqual(['bridge'])
  program?.close()
  await waitFor(() => {
    tell('card-reader 1 7')
    expect(told).toEqual(['bridge', 'relay'])
  })
  tell('card-reader 1 8')
  expect(told).toEqual(['bridge', 'relay'])
  stop()
  await waitFor(() => expect(listeners.size).toBe(0))
})
