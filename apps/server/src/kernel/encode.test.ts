import { baht, dataOf, listOf } from '@khapdee/contract/wire'
import { api } from '@khapdee/contract/api'
import { satang } from '@khapdee/domain/money'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileEncoder } from './encode.ts'

describe('compileEncoder', () => {
  const encode = compileEncoder(
    listOf(
      z.object({
        name: z.string(),
        price: baht,
        paid: baht.nullable(),
        parts: z.array(z.object({ cost: baht })),
      }),
    ),
  )
  const meta = { page: 1, perPage: 10, total: 1, totalPages: 1 }

  it('converts satang to baht at any depth', () => {
    const row = { name: 'ก', price: satang(64_521), paid: null, parts: [{ cost: satang(1) }] }
    expect(encode({ data: [row], meta, filter: {} })).toEqual({
      data: [{ name: 'ก', price: 645.21, paid: null, parts: [{ cost: 0.01 }] }],
      meta,
      filter: {},
    })
  })

  it('drops undeclared fields', () => {
    const row = { name: 'ก', price: satang(0), paid: satang(5), parts: [], password_hash: 'x' }
    const out = JSON.stringify(encode({ data: [row], meta, filter: {}, secret: 1 }))
    expect(out).not.toMatch(/password_hash|secret/)
  })

  it('drops the message and keeps null data', () => {
    expect(compileEncoder(dataOf(z.null()))({ data: null, message: 'x' })).toEqual({ data: null })
  })

  it('compiles every output of the contract', () => {
    for (const { output } of api) expect(compileEncoder(output)).toBeTypeOf('function')
  })
})
