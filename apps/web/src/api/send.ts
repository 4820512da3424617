/** One request and its whole answer, in the two ways that browsers have. */
import type { Waiting } from './patience.ts'

/** An answer that has come whole. */
export interface Received {
  status: number
  headers: Headers
  text: string
}

/** @throws anything where no whole answer came; the signal's reason where it is aborted */
export async function sendPlain(
  url: string,
  init: RequestInit,
  { signal, heard }: Waiting,
): Promise<Received> {
  const { status, headers, body } = await fetch(url, { ...init, signal })
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    heard()
    const part = await reader?.read()
    if (part === undefined || part.done) return { status, headers, text: text + decoder.decode() }
    text += decoder.decode(part.value, { stream: true })
  }
}

interface FileRequest {
  method: string
  headers: Headers
  file: File
  /** Told how much has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** The same with a file, of whose progress browsers tell only in their older way of asking. */
export const sendFile = (
  url: string,
  { method, headers, file, onProgress }: FileRequest,
  { signal, heard }: Waiting,
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      heard()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('progress', heard)
    request.addEventListener('load', () => {
      const { status, responseText: text } = request
      resolve({ status, headers: headersOf(request), text })
    })
    request.addEventListener('error', reject)
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return headers
}
