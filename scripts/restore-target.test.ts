import { expect, it } from 'vitest'
import { describeTarget } from './restore-target.ts'
import { parseSkip } from './skip-numbers.ts'

const s3 = {
  endpoint: undefined,
  bucket: 'school-files',
  region: 'r',
  accessKeyId: 'id',
  secretAccessKey: 'hidden',
  forcePathStyle: false,
}

it.each([
  [
    'postgres://school:hidden@db1:6000,db2/kh%20apdee?sslmode=require',
    { databaseUrl: 'postgres://', dataDir: '/data', s3: undefined },
    'the database kh apdee on db1:6000, db2:5432, and the uploads into /data/files.',
  ],
  [
    'postgres://khapdee:hidden@127.0.0.1:5433/postgres',
    { databaseUrl: undefined, dataDir: '/data', s3 },
    'the embedded database in /data, and the uploads into the bucket school-files.',
  ],
])('names host, database and file store of %s without its password', (url, config, text) => {
  expect(describeTarget(url, config)).toBe(text)
})

it('refuses to skip no numbers where that would be without effect', () => {
  expect([parseSkip('0', 0), parseSkip('1', 1)]).toEqual([0, 1])
  for (const text of ['0', '', '-1', '1.5', '5001', 'x'])
    expect(() => parseSkip(text, 1)).toThrow('--skip is a number from 1 to 5000')
})
