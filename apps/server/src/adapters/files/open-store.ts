/** Chooses the storage of uploaded files by the settings. */
import { join } from 'node:path'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'
import type { FileStore, S3Settings } from './store.ts'

/** Where the uploads of an installation are. */
interface Place {
  dataDir: string
  /** Undefined for a folder below `dataDir`. */
  s3: S3Settings | undefined
}

/** Opens the storage without connecting to it; the caller closes it. */
export const openFileStore = ({ dataDir, s3 }: Place): FileStore =>
  s3 === undefined ? createLocalStore(join(dataDir, 'files')) : createS3Store(s3)
