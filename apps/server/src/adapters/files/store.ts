/** Storage of uploaded files: the server's disk, or a bucket that several servers share. */
import type { Readable } from 'node:stream'

/** 32 random hexadecimal digits. */
export type FileKey = string

export interface StoredFile {
  key: FileKey
  /** When the content was last written. */
  modifiedAt: Date
}

export interface TrashedFile {
  key: FileKey
  /** When the file was moved to the trash; on a disk, the end of that day (UTC). */
  trashedAt: Date
}

export interface FileStore {
  /**
   * Stores a copy of the file at `path`. Readers never see an incomplete copy, and
   * nothing is left after a failure.
   */
  put(key: FileKey, path: string): Promise<void>
  /** The content of a file, or null if it does not exist. */
  get(key: FileKey): Promise<Readable | null>
  /** Moves a file to the trash; a missing file is not an error. */
  trash(key: FileKey): Promise<void>
  /**
   * All stored files, including incomplete ones left by a crash. The key of an incomplete file is
   * never the key of a complete one. Every key can be passed to `trash`.
   */
  list(): AsyncIterable<StoredFile>
  /** Moves a file back from the trash. @returns false if the trash does not contain it */
  restore(key: FileKey): Promise<boolean>
  /** All files in the trash. */
  listTrash(): AsyncIterable<TrashedFile>
  /** Permanently deletes a file from the trash; a missing file is not an error. */
  purge(key: FileKey): Promise<void>
  /** The content of the id file, which may be damaged, or null if there is none. */
  readId(): Promise<string | null>
  /** Writes the id file unless it exists; if several servers do so at the same time, one of their ids is stored. */
  claimId(id: string): Promise<void>
  /** Writes the id file, or replaces it. */
  replaceId(id: string): Promise<void>
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
  /** Whether URLs have the bucket's name in their path instead of in the host name. */
  forcePathStyle: boolean
}
