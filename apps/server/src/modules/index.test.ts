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

  it('has an idempotency key for every endpoint that creates a record', () => {
    const creating = api.filter(({ path }) => /\/(create|register)$/.test(path))
    expect(creating.length).toBeGreaterThan(12)
    for (const endpoint of creating) expect(endpoint).toHaveProperty('idempotent')
  })

  it('accepts files exactly at the endpoints that declare them', () => {
    for (const { endpoint, upload } of commands)
      expect(upload?.maxBytes).toBe(endpoint.file?.maxBytes)
  })

  it.each(api.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s has a known permission and refuses unknown fields',
    (_, endpoint) => {
      const known: readonly string[] = ['public', 'signed-in', ...allPermissions]
      expect(known).toEqual(expect.arrayContaining([endpoint.access].flat()))
      const strange = endpoint.input.safeParse({ field_nobody_knows: 1 })
      expect(strange.error?.issues.map((issue) => issue.code)).toContain('unrecognized_keys')
    },
  )

  it.each(
    commands
      .filter(({ endpoint }) => endpoint.idempotent)
      .map((c) => [nameOf(c.endpoint), c] as const),
  )('%s has an idempotency key and is not read-only', (_, { endpoint }) => {
    expect(onlyReads(endpoint)).toBe(false)
  })
})
