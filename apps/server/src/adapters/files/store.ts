/** Where uploaded bytes are kept: on this disk, or in a bucket that several servers share. */
import type { Readable } from 'node:stream'

/** 32 hexadecimal digits, made at random. */
export type FileKey = string

export interface KeptFile {
  key: FileKey
  /** When the last byte of it was written. */
  modifiedAt: Date
}

export interface FileStore {
  /**
   * Copies the file at `path`, which stays where it is. Nobody ever sees a part of it, nor is a
   * part left when it fails.
   */
  put(key: FileKey, path: string): Promise<void>
  /** Null where there is no such file. */
  get(key: FileKey): Promise<Readable | null>
  /** A file that is gone already is as good as deleted. */
  delete(key: FileKey): Promise<void>
  /** Everything that is kept, also what a crash left half written, under names `delete` takes. */
  list(): AsyncIterable<KeptFile>
  /** Ends its connections. */
  close(): void
}

/** A bucket that speaks S3. */
export interface S3Settings {
  /** Undefined: Amazon's own. */
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket stands in the path, not in the host's name. */
  forcePathStyle: boolean
}
