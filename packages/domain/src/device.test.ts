import { expect, it } from 'vitest'
import { describeDevice } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0 Safari/537.36`,
    'Chrome · Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/131.0 Safari/537.36 Edg/131.0`,
    'Edge · Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-A5) ${webkit} Chrome/131.0 Mobile Safari/537.36`,
    'Chrome · Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webkit} Version/17 Safari/604.1`,
    'Safari · iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox · Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14)', 'Mac'],
  ['lightMyRequest', 'อุปกรณ์ที่ไม่รู้จัก'],
  ['', 'อุปกรณ์ที่ไม่รู้จัก'],
])('describes %s as %s', (agent, device) => {
  expect(describeDevice(agent)).toBe(device)
})
