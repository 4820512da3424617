import { useEffect, useRef, useState } from 'react'

/** A file that is stored, as a field shows it. */
export interface StoredUpload {
  id: number
  /** As it was given. */
  name: string
  /** Link that opens the file; null when it is no longer known. */
  link: string | null
  isPicture: boolean
}

export interface UploadProgress {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
}

/** Sends a file. @throws an error whose message is shown */
export type SendFile = (file: File, progress: UploadProgress) => Promise<StoredUpload>

export interface Sending {
  name: string
  /** Share that has been sent, from 0 to 1. */
  share: number
}

interface UploadOptions {
  send: SendFile
  /** Called when an upload starts, succeeds, or ends without a result. */
  onStart: () => void
  onDone: (stored: StoredUpload) => void
  onFail: () => void
}

/** Uploads one file at a time; another file, or leaving the screen, aborts the former upload. */
export function useUpload({ send, onStart, onDone, onFail }: UploadOptions) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const flight = useRef<AbortController>(null)
  useEffect(() => () => flight.current?.abort(), [])

  async function start(file: File): Promise<void> {
    flight.current?.abort()
    const own = new AbortController()
    flight.current = own
    const { signal } = own
    const show = (share: number) => {
      if (!signal.aborted) setSending({ name: file.name, share })
    }
    setProblem(null)
    show(0)
    onStart()
    try {
      const stored = await send(file, { signal, onProgress: show })
      if (signal.aborted) return
      setSending(null)
      onDone(stored)
    } catch (error) {
      if (signal.aborted) return
      setSending(null)
      setProblem(error instanceof Error ? error.message : 'ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง')
      onFail()
    }
  }

  function cancel(): void {
    flight.current?.abort()
    setSending(null)
    onFail()
  }

  return { sending, problem, setProblem, start, cancel }
}
