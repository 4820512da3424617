import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nativeSource } from '../apps/server/src/db/embedded-native.ts'
import { embeddedParts, thirdPartyNotices, thirdPartyPackages } from './third-party.ts'

/**
 * The licences under which third-party packages may be delivered in a product with the MIT licence;
 * LGPL only for libraries that are not modified.
 */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'OFL-1.1',
  'Unlicense',
])

describe('the packages of others', () => {
  const packages = thirdPartyPackages()
  const names = packages.map(({ name }) => name)

  it('the list contains the packages of the programs and of the web app, without development tools', () => {
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'react-dom', 'koffi']))
    for (const tool of ['vitest', 'vite', 'typescript', 'happy-dom', '@playwright/test'])
      expect(names).not.toContain(tool)
  })

  it('each package has a licence that allows delivery with the product', () => {
    const refused = packages.filter(({ licence }) =>
      licence.split(/ (?:AND|OR) |[()]/).some((part) => part !== '' && !allowed.has(part)),
    )
    expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
    expect(packages.filter(({ licence }) => licence === '')).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'the notices name the parts of the embedded database',
    () => {
      const native = nativeSource(process.platform, process.arch)
      const system = /^lib(pq|pg|ecpg)|^(pkgconfig|postgresql)$/
      const libraries = readdirSync(join(native, 'lib')).filter((name) => !system.test(name))
      // Of OpenSSL, like libssl.
      const unknown = libraries.filter(
        (name) =>
          !name.startsWith('libcrypto') &&
          !embeddedParts.some(({ library }) => name.startsWith(library)),
      )
      expect(unknown).toEqual([])
      for (const { name, licence } of embeddedParts)
        expect(thirdPartyNotices()).toContain(`\n${name}\nLicence: ${licence} (`)
    },
  )

  it('the notices name each package with the text of its licence', () => {
    const notices = thirdPartyNotices()
    const { version } = packages.find(({ name }) => name === 'react-dom') ?? {}
    expect(notices).toContain(`\nreact-dom ${version}\nLicence: MIT\n`)
    expect(notices).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.')
  })
})
