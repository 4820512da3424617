/** Sending a file: the browser tells of its progress only by its older way of asking. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { patience, whileHeard } from './patience.ts'
import { signOf, tellServerSign } from './server-signs.ts'
import { type Received, type Send, addressOf, unreachable } from './transport.ts'

export interface UploadOptions {
  signal?: AbortSignal | undefined
  /** Told how much has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** Repeats the same file each time it is called. */
export function prepareUpload(
  endpoint: Endpoint,
  file: File,
  { signal: caller, onProgress }: UploadOptions,
): Send {
  const send = (accessToken: string | null, signal: AbortSignal, heard: () => void) =>
    new Promise<Received>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(endpoint.method, addressOf(endpoint.path))
      request.setRequestHeader('Accept', 'application/json')
      if (accessToken !== null) request.setRequestHeader('Authorization', `Bearer ${accessToken}`)
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        heard()
        onProgress?.(total > 0 ? loaded / total : 0)
      })
      request.addEventListener('progress', heard)
      request.addEventListener('load', () => {
        const { status, responseText: text } = request
        tellServerSign(signOf({ status, headers: headersOf(request) }))
        resolve({ status, text })
      })
      request.addEventListener('error', reject)
      request.addEventListener('abort', () => reject(signal.reason))
      signal.addEventListener('abort', () => request.abort())
      const form = new FormData()
      form.append('file', file)
      request.send(form)
    })

  return async (accessToken) => {
    try {
      return await whileHeard(patience.file, caller, ({ signal, heard }) =>
        send(accessToken, signal, heard),
      )
    } catch (error) {
      if (caller?.aborted) throw error
      tellServerSign(signOf(null))
      // A file that nothing refers to is as good as none.
      throw unreachable(true)
    }
  }
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return headers
}
