/** Stores files in an S3-compatible bucket: Amazon S3, MinIO, Ceph and others. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FileStore, S3Settings } from './store.ts'

/** Prefix of all keys, because the bucket may have other content. */
const prefix = 'files/'
/** Prefix of files in the trash; it differs from `prefix`, so that a listing of stored files omits them. */
const trashPrefix = 'files-trash/'
const idKey = 'files-school-id'

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

/** Errors of a conditional write when another app server has written, or is writing, the same object. */
const raceErrors = new Set(['PreconditionFailed', 'ConditionalRequestConflict'])

/** Loads the client at its first use: the library is large, and most schools use a disk. */
async function connect(settings: S3Settings) {
  const library = await import('@aws-sdk/client-s3')
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = settings
  const client = new library.S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Not all S3-compatible services support the newer checksums.
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
  const trashLocationOf = (key: string) => ({ Bucket, Key: `${trashPrefix}${key}` })

  /** Copies an object and deletes the original; a crash in between leaves both. @returns false if there is none */
  async function move(
    from: ReturnType<typeof locationOf>,
    to: ReturnType<typeof locationOf>,
  ): Promise<boolean> {
    const { client, CopyObjectCommand, DeleteObjectCommand } = await getConnection()
    try {
      const CopySource = encodeURI(`${Bucket}/${from.Key}`)
      await client.send(new CopyObjectCommand({ ...to, CopySource }))
    } catch (error) {
      if (nameOf(error) === 'NoSuchKey') return false
      throw error
    }
    await client.send(new DeleteObjectCommand(from))
    return true
  }

  async function* objectsBelow(Prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }> {
    const { client, paginateListObjectsV2 } = await getConnection()
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key === undefined || LastModified === undefined) continue
        yield { key: Key.slice(Prefix.length), modifiedAt: LastModified }
      }
    }
  }

  async function writeId(id: string, condition: { IfNoneMatch?: '*' }): Promise<void> {
    const { client, PutObjectCommand } = await getConnection()
    const Body = `${id}\n`
    await client.send(new PutObjectCommand({ Bucket, Key: idKey, Body, ...condition }))
  }

  /** The content of an object, or null if there is none. */
  async function read(from: ReturnType<typeof locationOf>): Promise<Readable | null> {
    const { client, GetObjectCommand, NoSuchKey } = await getConnection()
    try {
      const { Body } = await client.send(new GetObjectCommand(from))
      if (Body instanceof Readable) return Body
      throw new Error('the storage answered without a body')
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

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
    get: (key) => read(locationOf(key)),
    async trash(key) {
      await move(locationOf(key), trashLocationOf(key))
    },
    list: () => objectsBelow(prefix),
    restore: (key) => move(trashLocationOf(key), locationOf(key)),
    async *listTrash() {
      // The copy in the trash has a new modification time, that of the move.
      for await (const { key, modifiedAt } of objectsBelow(trashPrefix)) {
        yield { key, trashedAt: modifiedAt }
      }
    },
    async purge(key) {
      const { client, DeleteObjectCommand } = await getConnection()
      await client.send(new DeleteObjectCommand(trashLocationOf(key)))
    },
    async readId() {
      const content = await read({ Bucket, Key: idKey })
      return content === null ? null : (await text(content)).trim()
    },
    async claimId(id) {
      try {
        await writeId(id, { IfNoneMatch: '*' })
      } catch (error) {
        // If the S3 service has no conditional writes, the id that is written last remains, and the other
        // app servers find it at their next read.
        if (nameOf(error) === 'NotImplemented') await writeId(id, {})
        else if (!raceErrors.has(nameOf(error))) throw error
      }
    },
    replaceId: (id) => writeId(id, {}),
    close() {
      void connection?.then(({ client }) => client.destroy())
    },
  }
}
