/** A fake server for tests that receives files: each upload waits until the test answers it. */
import { vi } from 'vitest'
import type { FakeRequest, FakeRoute } from './fake-fetch.ts'

export interface FakeUpload {
  method: string
  path: string
  headers: Headers
  file: File
  aborted: boolean
  /** Reports that this fraction of the file has been sent, from 0 to 1. */
  progress(fraction: number): void
  /** Delivers a part of the answer. */
  receive(): void
  answer(status: number, body: unknown): void
  /** Breaks the connection. */
  fail(): void
}

/**
 * Replaces XMLHttpRequest until `vi.unstubAllGlobals()`.
 * @param onSend called for each upload that starts
 * @returns the uploads in the order of their start
 */
export function fakeUploads(onSend?: (upload: FakeUpload) => void): FakeUpload[] {
  const uploads: FakeUpload[] = []
  class FakeXhr extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    #method = ''
    #path = ''
    #headers = new Headers()
    #record: FakeUpload | undefined

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
      this.#record = {
        method: this.#method,
        path: this.#path,
        headers: this.#headers,
        file: form.get('file') as File,
        aborted: false,
        progress: (fraction) =>
          this.upload.dispatchEvent(
            Object.assign(new Event('progress'), { loaded: fraction * 100, total: 100 }),
          ),
        receive: () => this.dispatchEvent(new Event('progress')),
        answer: (status, body) => {
          this.status = status
          this.responseText = JSON.stringify(body)
          this.#end('load')
        },
        fail: () => this.#end('error'),
      }
      uploads.push(this.#record)
      onSend?.(this.#record)
    }
    abort() {
      if (this.#record) this.#record.aborted = true
      this.#end('abort')
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  return uploads
}

/**
 * Answers each upload with `route`, as `fakeFetch` answers other requests.
 * @param requests receives each upload; usually the list of `fakeFetch`
 */
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
