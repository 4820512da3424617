/** Sends one request and reads its complete answer. Aborts when no data is transferred for too long. */

/** A complete answer. */
export interface Received {
  status: number
  headers: Headers
  text: string
}

/**
 * Sends a request without a file.
 * @throws an error of `fetch` when the answer is missing or incomplete; the signal's reason when it is aborted
 */
export async function sendPlain(
  url: string,
  init: RequestInit,
  { signal, restart }: IdleTimer,
): Promise<Received> {
  const { status, headers, body } = await fetch(url, { ...init, signal })
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    restart()
    const chunk = await reader?.read()
    if (chunk === undefined || chunk.done) return { status, headers, text: text + decoder.decode() }
    text += decoder.decode(chunk.value, { stream: true })
  }
}

interface FileRequest {
  method: string
  headers: Headers
  file: File
  /** Receives the fraction that has been sent, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined
}

/**
 * Sends a request with a file. It uses XMLHttpRequest because `fetch` does not report the progress of an
 * upload.
 * @throws the XMLHttpRequest's error event when the answer is missing or incomplete; the signal's reason when it
 *   is aborted
 */
export const sendFile = (
  url: string,
  { method, headers, file, onProgress }: FileRequest,
  { signal, restart }: IdleTimer,
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restart()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('progress', restart)
    request.addEventListener('load', () => {
      const { status, responseText: text } = request
      resolve({ status, headers: responseHeadersOf(request), text })
    })
    request.addEventListener('error', reject)
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })

function responseHeadersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ')
    if (name !== '') headers.append(name, value.join(': '))
  }
  return headers
}

/**
 * Milliseconds without any transfer after which a request is aborted. For a plain call they exceed the
 * server's statement timeout of 10 s; an upload may wait longer, because the server processes the file.
 */
export const idleTimeoutMs = { plain: 30_000, file: 60_000 } as const

interface IdleTimer {
  /** Aborted after the idle time, or when the caller aborts. */
  signal: AbortSignal
  /** Starts the idle time again. Call it after each transfer in either direction. */
  restart: () => void
}

/**
 * Runs `request` and aborts its signal when it has not restarted the timer for `idleMs` milliseconds.
 * @param callerSignal aborts the request as well
 * @returns the result of `request`
 * @throws the errors of `request`; `callerSignal`'s reason when it is already aborted
 */
export async function withIdleTimeout<T>(
  idleMs: number,
  callerSignal: AbortSignal | undefined,
  request: (idleTimer: IdleTimer) => Promise<T>,
): Promise<T> {
  callerSignal?.throwIfAborted()
  const controller = new AbortController()
  const abortForCaller = () => controller.abort(callerSignal?.reason)
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => controller.abort(), idleMs)
  }
  restart()
  callerSignal?.addEventListener('abort', abortForCaller)
  try {
    return await request({ signal: controller.signal, restart })
  } finally {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', abortForCaller)
  }
}
