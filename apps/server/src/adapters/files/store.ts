/** Storage of uploaded files: the server's disk, or a bucket that several servers share. */
import type { Readable } from 'node:stream'

/** 32 random hexadecimal digits. */
export type FileKey = string

export interface KeptFile {
  key: FileKey
  /** When the last byte of it was written. */
  modifiedAt: Date
}

export interface FileStore {
  /**
   * Stores a copy of the file at `path`. Readers never see an incomplete copy, and
   * nothing is left after a failure.
   */
  put(key: FileKey, path: string): Promise<void>
  /** Null where there is no such file. */
  get(key: FileKey): Promise<Readable | null>
  /** Deletes a file; a missing file is not an error. */
  delete(key: FileKey): Promise<void>
  /** All stored files, also half-written ones left by a crash, under names that `delete` takes. */
  list(): AsyncIterable<KeptFile>
  /** Closes connections. */
  close(): void
}

/** Settings of an S3-compatible bucket. */
export interface S3Settings {
  /** Undefined for Amazon S3. */
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket's name is in the path of URLs, not in the host name. */
  forcePathStyle: boolean
}
