/** Opens the storage of uploaded files that the settings select. */
import { join } from 'node:path'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'
import type { FileStore, S3Settings } from './store.ts'

/** The settings that select the storage. */
interface StoreSettings {
  dataDir: string
  /** Undefined for a folder below `dataDir`. */
  s3: S3Settings | undefined
}

/** Opens the storage; it connects at first use. The caller closes it. */
export const openFileStore = ({ dataDir, s3 }: StoreSettings): FileStore =>
  s3 === undefined ? createLocalStore(join(dataDir, 'files')) : createS3Store(s3)
