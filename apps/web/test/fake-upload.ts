/** A server for tests that takes files: each waits until the test answers it. */
import { vi } from 'vitest'

export interface FakeUpload {
  path: string
  token: string | null
  file: File
  aborted: boolean
  /** From 0 to 1. */
  progress(share: number): void
  /** A part of the answer has come. */
  receive(): void
  answer(status: number, body: unknown): void
  /** No answer came. */
  fail(): void
}

/** Replaces the browser's older way of asking until globals are restored. */
export function fakeUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    #path = ''
    #token: string | null = null
    #own: FakeUpload | undefined

    open(_: string, path: string) {
      this.#path = path
    }
    setRequestHeader(name: string, value: string) {
      if (name === 'Authorization') this.#token = value
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
        path: this.#path,
        token: this.#token,
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
    }
    abort() {
      if (this.#own) this.#own.aborted = true
      this.#end('abort')
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}
