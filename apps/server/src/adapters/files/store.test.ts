import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'
import type { FileStore, KeptFile } from './store.ts'
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

const kinds: [string, () => FileStore, missing: () => FileStore][] = [
  [
    'the disk',
    () => createLocalStore(join(folder, 'files')),
    () => createLocalStore(join(folder, 'none')),
  ],
  [
    'a bucket',
    () => createS3Store(bucket.settings),
    () => createS3Store({ ...bucket.settings, secretAccessKey: 'another' }),
  ],
]

async function sourceOf(content: Buffer | string): Promise<string> {
  const path = join(folder, newKey())
  await writeFile(path, content)
  return path
}

const listOf = async (store: FileStore) => {
  const found: KeptFile[] = []
  for await (const file of store.list()) found.push(file)
  return found
}

const contentOf = async (store: FileStore, key: string) => {
  const stream = await store.get(key)
  return stream === null ? null : buffer(stream)
}

describe.each(kinds)('a store on %s', (_, open) => {
  it('gives back what was put, to the last byte', async () => {
    const store = open()
    for (const content of [randomBytes(3_000_000), Buffer.from('x')]) {
      const [key, path] = [newKey(), await sourceOf(content)]
      await store.put(key, path)
      expect((await contentOf(store, key))?.equals(content)).toBe(true)
      expect((await readFile(path)).equals(content)).toBe(true)
    }
    store.close()
  })

  it('lists what it has, with the time it came, and forgets what is deleted', async () => {
    const store = open()
    const keys = Array.from({ length: 5 }, newKey)
    for (const key of keys) await store.put(key, await sourceOf(key))
    const [first = '', ...others] = keys
    await store.delete(first)
    const listed = (await listOf(store)).filter(({ key }) => keys.includes(key))
    expect(listed.map(({ key }) => key).toSorted()).toEqual(others.toSorted())
    for (const { modifiedAt } of listed) {
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000)
    }
    expect(await contentOf(store, first)).toBeNull()
    store.close()
  })

  it('knows nothing of what never was, and deletes it gladly', async () => {
    const store = open()
    expect(await store.get(newKey())).toBeNull()
    await store.delete(newKey())
    store.close()
  })

  it('takes the same key again', async () => {
    const store = open()
    const key = newKey()
    for (const content of ['first', 'second']) await store.put(key, await sourceOf(content))
    expect(String(await contentOf(store, key))).toBe('second')
    store.close()
  })

  it('leaves nothing of a file that cannot be read', async () => {
    const store = open()
    const key = newKey()
    await expect(store.put(key, join(folder, 'no-such-file'))).rejects.toThrow('ENOENT')
    expect((await listOf(store)).filter(({ key: name }) => name.startsWith(key))).toEqual([])
    store.close()
  })
})

describe('the disk', () => {
  it('is the reading of this user alone, in folders of two letters', async () => {
    const store = createLocalStore(join(folder, 'own'))
    const key = newKey()
    await store.put(key, await sourceOf('x'))
    const path = join(folder, 'own', key.slice(0, 2), key.slice(2, 4), key)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'own'))).mode & 0o777).toBe(0o700)
  })

  it('lists what a crash left half written, so that it can be deleted', async () => {
    const store = createLocalStore(join(folder, 'crashed'))
    const key = newKey()
    await store.put(key, await sourceOf('x'))
    const part = join(folder, 'crashed', key.slice(0, 2), key.slice(2, 4), `${key}.part`)
    await writeFile(part, 'half')
    await utimes(part, 1, 1)
    const left = (await listOf(store)).find(({ modifiedAt }) => modifiedAt.getTime() === 1000)
    await store.delete(left?.key ?? '')
    expect((await listOf(store)).map((file) => file.key)).toEqual([key])
  })

  it('has nothing before the first file comes', async () => {
    expect(await listOf(createLocalStore(join(folder, 'none')))).toEqual([])
  })
})

describe('a bucket', () => {
  it('is asked with signed requests, page by page', async () => {
    const store = createS3Store(bucket.settings)
    const keys = Array.from({ length: 7 }, newKey)
    for (const key of keys) await store.put(key, await sourceOf(key))
    expect((await listOf(store)).map(({ key }) => key)).toEqual(expect.arrayContaining(keys))
    expect(bucket.names()).toEqual(expect.arrayContaining(keys.map((key) => `files/${key}`)))
    expect(bucket.unsigned).toBe(0)
    store.close()
  })

  it('refuses another secret, which is an error and no missing file', async () => {
    const store = createS3Store({ ...bucket.settings, secretAccessKey: 'another' })
    await expect(store.get(newKey())).rejects.toThrow('SignatureDoesNotMatch')
    await expect(store.put(newKey(), await sourceOf('x'))).rejects.toThrow('SignatureDoesNotMatch')
    store.close()
  })
})
