/** A server for tests that receives files: each upload waits until the test answers it. */
import { vi } from 'vitest'
import type { FakeRequest, FakeRoute } from './fake-fetch.ts'

export interface FakeUpload {
  method: string
  path: string
  headers: Headers
  file: File
  aborted: boolean
  /** From 0 to 1. */
  progress(share: number): void
  /** A part of the answer arrives. */
  receive(): void
  answer(status: number, body: unknown): void
  /** The connection fails. */
  fail(): void
}

/** Replaces XMLHttpRequest until globals are restored. */
export function fakeUploads(onSend?: (upload: FakeUpload) => void): FakeUpload[] {
  const uploads: FakeUpload[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    #method = ''
    #path = ''
    #headers = new Headers()
    #own: FakeUpload | undefined

    open(method: string, path: string) {
      this.#method = method
      this.#path = path
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\nx-khapdee-build: abc\r\n'
    }
    #end(type: string) {
      this.dispatchEvent(new Event(type))
      this.dispatchEvent(new Event('loadend'))
    }
    send(form: FormData) {
      this.#own = {
        method: this.#method,
        path: this.#path,
        headers: this.#headers,
        file: form.get('file') as File,
        aborted: false,
        progress: (share) =>
          this.upload.dispatchEvent(
            Object.assign(new Event('progress'), { loaded: share * 100, total: 100 }),
          ),
        receive: () => this.dispatchEvent(new Event('progress')),
        answer: (status, body) => {
          this.status = status
          this.responseText = JSON.stringify(body)
          this.#end('load')
        },
        fail: () => this.#end('error'),
      }
      uploads.push(this.#own)
      onSend?.(this.#own)
    }
    abort() {
      if (this.#own) this.#own.aborted = true
      this.#end('abort')
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}

/** Answers uploads as `fakeFetch` answers everything else, and adds them to its requests. */
export function answerUploads(route: FakeRoute, requests: FakeRequest[]): void {
  const answer = async (upload: FakeUpload) => {
    const { method, headers, file: body } = upload
    const request = { method, path: upload.path.replace('/api/v1/', ''), body, headers }
    requests.push(request)
    const reply = await route(request)
    if (reply === 'offline') upload.fail()
    else upload.answer(reply.status ?? 200, reply.body)
  }
  fakeUploads((upload) => void answer(upload))
}
