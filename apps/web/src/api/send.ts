/** One request and its whole answer, given up when no byte moves for too long. */

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
  /** Receives the share that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** The same with a file: only XMLHttpRequest reports the progress of an upload. */
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

/**
 * Milliseconds without a single byte after which a request is given up: longer than the server's
 * own limit for a plain call, and longer still for one that carries a file.
 */
export const idleTimeoutMs = { plain: 30_000, file: 60_000 } as const

interface Waiting {
  /** Aborted after the idle time, or when the caller aborts. */
  signal: AbortSignal
  /** To call when a byte moved in either direction: the idle time begins anew. */
  heard: () => void
}

/**
 * Runs `request` and aborts its signal once nothing was heard for `idleMs` milliseconds.
 * @param caller aborts the request as well
 * @throws what `request` throws when its signal is aborted
 */
export async function withIdleTimeout<T>(
  idleMs: number,
  caller: AbortSignal | undefined,
  request: (waiting: Waiting) => Promise<T>,
): Promise<T> {
  caller?.throwIfAborted()
  const own = new AbortController()
  const leave = () => own.abort(caller?.reason)
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => own.abort(), idleMs)
  }
  heard()
  caller?.addEventListener('abort', leave)
  try {
    return await request({ signal: own.signal, heard })
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', leave)
  }
}
