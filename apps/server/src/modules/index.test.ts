import { api } from '@khapdee/contract/api'
import { type Endpoint, onlyReads } from '@khapdee/contract/endpoint'
import { allPermissions } from '@khapdee/domain/permissions'
import { describe, expect, it } from 'vitest'
import { commands } from './index.ts'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('the list of commands', () => {
  it('mounts every endpoint exactly once', () => {
    const mounted = commands.map(({ endpoint }) => nameOf(endpoint))
    expect(mounted.toSorted()).toEqual(api.map(nameOf).toSorted())
    expect(new Set(mounted).size).toBe(mounted.length)
  })

  it('does every creation but once', () => {
    const creating = api.filter(({ path }) => /\/(create|register)$/.test(path))
    expect(creating.length).toBeGreaterThan(12)
    for (const endpoint of creating) expect(endpoint).toHaveProperty('idempotent')
  })

  it('takes files exactly where the contract says so', () => {
    for (const { endpoint, upload } of commands)
      expect(upload?.maxBytes).toBe(endpoint.file?.maxBytes)
  })

  it.each(api.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s has a known access and a strict input',
    (_, endpoint) => {
      const known: readonly string[] = ['public', 'signed-in', ...allPermissions]
      expect(known).toContain(endpoint.access)
      const strange = endpoint.input.safeParse({ field_nobody_knows: 1 })
      expect(strange.error?.issues.map((issue) => issue.code)).toContain('unrecognized_keys')
    },
  )

  it.each(
    commands
      .filter(({ endpoint }) => endpoint.idempotent)
      .map((c) => [nameOf(c.endpoint), c] as const),
  )('%s is done but once, so it is no reading call', (_, { endpoint }) => {
    expect(onlyReads(endpoint)).toBe(false)
  })
})
