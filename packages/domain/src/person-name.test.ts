import { expect, it } from 'vitest'
import { personName } from './person-name.ts'

it.each([
  ['นาย', 'สมชาย', 'ใจดี', 'นายสมชาย ใจดี'],
  ['ว่าที่ร้อยตรี', 'สมชาย', 'ใจดี', 'ว่าที่ร้อยตรีสมชาย ใจดี'],
  ['ดร.', 'สมหญิง', 'ใจดี', 'ดร.สมหญิง ใจดี'],
  ['Mr.', 'John', 'Smith', 'Mr. John Smith'],
  ['Miss', 'Jane', 'Smith', 'Miss Jane Smith'],
  ['', 'สมชาย', 'ใจดี', 'สมชาย ใจดี'],
])('writes %s %s %s as %s', (prefix, fname, sname, written) =>
  expect(personName({ prefix, fname, sname })).toBe(written),
)
