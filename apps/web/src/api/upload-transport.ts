/** Sending a file: the browser tells of its progress only by its older way of asking. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { signOf, tellServerSign } from './server-signs.ts'
import { addressOf, unreachable } from './transport.ts'

export interface UploadOptions {
  signal?: AbortSignal | undefined
  /** Told how much has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** Repeats the same file each time it is called. */
export function prepareUpload(
  endpoint: Endpoint,
  file: File,
  { signal, onProgress }: UploadOptions,
): (accessToken: string | null) => Promise<Response> {
  return (accessToken) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(endpoint.method, addressOf(endpoint.path))
      request.setRequestHeader('Accept', 'application/json')
      if (accessToken !== null) request.setRequestHeader('Authorization', `Bearer ${accessToken}`)
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress?.(total > 0 ? loaded / total : 0),
      )
      request.addEventListener('load', () => {
        const response = toResponse(request)
        tellServerSign(signOf(response))
        resolve(response)
      })
      request.addEventListener('error', () => {
        tellServerSign(signOf(null))
        reject(unreachable())
      })
      const abort = () => request.abort()
      signal?.addEventListener('abort', abort)
      request.addEventListener('abort', () => reject(signal?.reason))
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
      const form = new FormData()
      form.append('file', file)
      request.send(form)
    })
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return new Response(request.responseText, { status: request.status, headers })
}
