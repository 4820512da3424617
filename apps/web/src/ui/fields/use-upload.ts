import { answerMessages } from '@khapdee/domain/words'
import { useEffect, useRef, useState } from 'react'

/** A stored file as the value of an upload field. */
export interface StoredUpload {
  id: number
  /** The original file name. */
  name: string
  /** Link that opens the file; null when it is no longer known. */
  link: string | null
  isPicture: boolean
}

export interface SendFileOptions {
  signal: AbortSignal
  /** Receives the fraction that has been sent, from 0 to 1. */
  onProgress: (fraction: number) => void
}

/** Uploads a file. @throws Error whose Thai message is shown */
export type SendFile = (file: File, options: SendFileOptions) => Promise<StoredUpload>

/** An upload that has not finished. */
export interface RunningUpload {
  /** The file name. */
  name: string
  /** The fraction that has been sent, from 0 to 1. */
  fraction: number
}

interface UseUploadOptions {
  send: SendFile
  onStart: () => void
  onDone: (stored: StoredUpload) => void
  /** Called when an upload fails or the user cancels it. */
  onFail: () => void
}

/** Uploads one file at a time. Starting another upload, or unmounting, aborts the previous one. */
export function useUpload({ send, onStart, onDone, onFail }: UseUploadOptions) {
  const [runningUpload, setRunningUpload] = useState<RunningUpload | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function start(file: File): Promise<void> {
    controller.current?.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    const showProgress = (fraction: number) => {
      if (!signal.aborted) setRunningUpload({ name: file.name, fraction })
    }
    setProblem(null)
    showProgress(0)
    onStart()
    try {
      const stored = await send(file, { signal, onProgress: showProgress })
      if (signal.aborted) return
      setRunningUpload(null)
      onDone(stored)
    } catch (error) {
      if (signal.aborted) return
      setRunningUpload(null)
      setProblem(error instanceof Error ? error.message : answerMessages.failed)
      onFail()
    }
  }

  function cancel(): void {
    controller.current?.abort()
    setRunningUpload(null)
    onFail()
  }

  return { runningUpload, problem, setProblem, start, cancel }
}
