/** Stores files in an S3-compatible bucket: Amazon S3, MinIO, Ceph and others. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FileStore, S3Settings } from './store.ts'

/** Prefix of all keys, because the bucket may have other content. */
const prefix = 'files/'

/** Loads the client at its first use: the library is large, and most schools use a disk. */
async function connect(settings: S3Settings) {
  const library = await import('@aws-sdk/client-s3')
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = settings
  const client = new library.S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Not all S3-compatible servers support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { ...library, client }
}

export function createS3Store(settings: S3Settings): FileStore {
  const { bucket: Bucket } = settings
  let connection: ReturnType<typeof connect> | undefined
  const getConnection = () => (connection ??= connect(settings))
  const locationOf = (key: string) => ({ Bucket, Key: `${prefix}${key}` })
  return {
    async put(key, path) {
      const { client, PutObjectCommand } = await getConnection()
      const { size: ContentLength } = await stat(path)
      const Body = createReadStream(path)
      try {
        await client.send(new PutObjectCommand({ ...locationOf(key), Body, ContentLength }))
      } finally {
        Body.destroy()
      }
    },
    async get(key) {
      const { client, GetObjectCommand, NoSuchKey } = await getConnection()
      try {
        const { Body } = await client.send(new GetObjectCommand(locationOf(key)))
        if (Body instanceof Readable) return Body
        throw new Error('the storage answered without a body')
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async delete(key) {
      const { client, DeleteObjectCommand } = await getConnection()
      await client.send(new DeleteObjectCommand(locationOf(key)))
    },
    async *list() {
      const { client, paginateListObjectsV2 } = await getConnection()
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key === undefined || LastModified === undefined) continue
          yield { key: Key.slice(prefix.length), modifiedAt: LastModified }
        }
      }
    },
    close() {
      void connection?.then(({ client }) => client.destroy())
    },
  }
}
