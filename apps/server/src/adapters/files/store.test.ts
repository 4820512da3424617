import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'
import type { FileStore, StoredFile, TrashedFile } from './store.ts'
import { type Bucket, openBucket } from './test/bucket.ts'

const newKey = () => randomBytes(16).toString('hex')

let folder: string
let bucket: Bucket
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khapdee-store-'))
  bucket = await openBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

const kinds: [string, () => FileStore][] = [
  ['the disk', () => createLocalStore(join(folder, 'files'))],
  ['a bucket', () => createS3Store(bucket.settings)],
]

async function sourceOf(content: Buffer | string): Promise<string> {
  const path = join(folder, newKey())
  await writeFile(path, content)
  return path
}

const listOf = async (store: FileStore) => {
  const found: StoredFile[] = []
  for await (const file of store.list()) found.push(file)
  return found
}

const trashOf = async (store: FileStore) => {
  const found: TrashedFile[] = []
  for await (const file of store.listTrash()) found.push(file)
  return found
}

const contentOf = async (store: FileStore, key: string) => {
  const stream = await store.get(key)
  return stream === null ? null : buffer(stream)
}

describe.each(kinds)('a store on %s', (_, open) => {
  it('returns the stored bytes', async () => {
    const store = open()
    for (const content of [randomBytes(3_000_000), Buffer.from('x')]) {
      const [key, path] = [newKey(), await sourceOf(content)]
      await store.put(key, path)
      expect((await contentOf(store, key))?.equals(content)).toBe(true)
      expect((await readFile(path)).equals(content)).toBe(true)
    }
    store.close()
  })

  it('lists stored files with their time, without those in the trash', async () => {
    const store = open()
    const keys = Array.from({ length: 5 }, newKey)
    for (const key of keys) await store.put(key, await sourceOf(key))
    const [first = '', ...others] = keys
    await store.trash(first)
    const listed = (await listOf(store)).filter(({ key }) => keys.includes(key))
    expect(listed.map(({ key }) => key).toSorted()).toEqual(others.toSorted())
    for (const { modifiedAt } of listed) {
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000)
    }
    expect(await contentOf(store, first)).toBeNull()
    await store.purge(first)
    store.close()
  })

  it('returns null for a missing file, and moves or purges it without an error', async () => {
    const store = open()
    expect(await store.get(newKey())).toBeNull()
    await store.trash(newKey())
    await store.purge(newKey())
    expect(await store.restore(newKey())).toBe(false)
    store.close()
  })

  it('moves files to the trash, restores them, and purges them', async () => {
    const store = open()
    const [restored = '', purged = '', left = ''] = [newKey(), newKey(), newKey()]
    for (const key of [restored, purged, left]) {
      await store.put(key, await sourceOf(key))
      await store.trash(key)
    }
    expect(await store.restore(restored)).toBe(true)
    await store.purge(purged)
    expect(await contentOf(store, restored)).toEqual(Buffer.from(restored))
    expect(await store.restore(purged)).toBe(false)
    const trashed = await trashOf(store)
    expect(trashed.map(({ key }) => key)).toEqual([left])
    const age = Date.now() - (trashed[0]?.trashedAt.getTime() ?? 0)
    expect(Math.abs(age)).toBeLessThan(25 * 60 * 60 * 1000)
    await store.purge(left)
    expect(await trashOf(store)).toEqual([])
    store.close()
  })

  it('stores one of several ids claimed at the same time, until it is replaced', async () => {
    const store = open()
    expect(await store.readId()).toBeNull()
    const ids = Array.from({ length: 8 }, randomUUID)
    await Promise.all(ids.map((id) => store.claimId(id)))
    const first = await store.readId()
    expect(ids).toContain(first)
    await store.claimId(randomUUID())
    expect(await store.readId()).toBe(first)
    const other = randomUUID()
    await store.replaceId(other)
    expect(await store.readId()).toBe(other)
    expect((await listOf(store)).filter(({ key }) => key.includes('id'))).toEqual([])
    store.close()
  })

  it('overwrites a file with the same key', async () => {
    const store = open()
    const key = newKey()
    for (const content of ['first', 'second']) await store.put(key, await sourceOf(content))
    expect(String(await contentOf(store, key))).toBe('second')
    store.close()
  })

  it('stores nothing when the source cannot be read', async () => {
    const store = open()
    const key = newKey()
    await expect(store.put(key, join(folder, 'no-such-file'))).rejects.toThrow('ENOENT')
    expect((await listOf(store)).filter(({ key: name }) => name.startsWith(key))).toEqual([])
    store.close()
  })
})

describe('the disk', () => {
  it('stores files readable only by this user, in subfolders named by the first digits of the key', async () => {
    const store = createLocalStore(join(folder, 'own'))
    const key = newKey()
    await store.put(key, await sourceOf('x'))
    const path = join(folder, 'own', key.slice(0, 2), key.slice(2, 4), key)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'own'))).mode & 0o777).toBe(0o700)
  })

  it('lists files left incomplete by a crash, so that they can be moved to the trash', async () => {
    const store = createLocalStore(join(folder, 'crashed'))
    const key = newKey()
    await store.put(key, await sourceOf('x'))
    const part = join(folder, 'crashed', key.slice(0, 2), key.slice(2, 4), `${key}.part`)
    await writeFile(part, 'half')
    await utimes(part, 1, 1)
    const left = (await listOf(store)).find(({ modifiedAt }) => modifiedAt.getTime() === 1000)
    await store.trash(left?.key ?? '')
    expect((await listOf(store)).map((file) => file.key)).toEqual([key])
  })

  it('is empty before the first file', async () => {
    expect(await listOf(createLocalStore(join(folder, 'none')))).toEqual([])
  })
})

describe('a bucket', () => {
  it('is listed in pages, with signed requests only', async () => {
    const store = createS3Store(bucket.settings)
    const keys = Array.from({ length: 7 }, newKey)
    for (const key of keys) await store.put(key, await sourceOf(key))
    expect((await listOf(store)).map(({ key }) => key)).toEqual(expect.arrayContaining(keys))
    expect(bucket.keys()).toEqual(expect.arrayContaining(keys.map((key) => `files/${key}`)))
    expect(bucket.unsignedRequests).toBe(0)
    store.close()
  })

  it('reports a wrong secret as an error, not as a missing file', async () => {
    const store = createS3Store({ ...bucket.settings, secretAccessKey: 'another' })
    await expect(store.get(newKey())).rejects.toThrow('SignatureDoesNotMatch')
    await expect(store.put(newKey(), await sourceOf('x'))).rejects.toThrow('SignatureDoesNotMatch')
    store.close()
  })
})
