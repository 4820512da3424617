import { expect, it } from 'vitest'
import { parseArguments } from './arguments.ts'
import { withoutOrigin } from './settings.ts'

it('removes a web app with its browsers and its connection, and keeps the others', () => {
  const [given, kept] = ['https://given.example', 'https://kept.example']
  const settings = {
    origins: [given, kept],
    browsers: [
      { hash: '1', origin: given },
      { hash: '2', origin: kept },
    ],
    server: { url: given, key: 'key' },
  }
  const { forgets } = parseArguments(['--forget', `${given}/login`]) ?? {}
  expect(withoutOrigin(settings, forgets ?? '')).toEqual({
    origins: [kept],
    browsers: [{ hash: '2', origin: kept }],
    server: undefined,
  })
  expect(withoutOrigin(settings, kept).server).toEqual(settings.server)
  expect(parseArguments(['--forget'])).toBeNull()
})
