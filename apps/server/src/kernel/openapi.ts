/** The OpenAPI document of every endpoint, generated from the contract. */
import { type Endpoint, inQuery, pathFields } from '@khapdee/contract/endpoint'
import { fieldMeta } from '@khapdee/contract/field-meta'
import { z } from 'zod'
import { apiBase } from './mount.ts'

type Json = Record<string, unknown>

/** JSON schema of the values that a Zod schema encodes to. */
const wireSchema = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'openapi-3.0',
    // The title, which is the Thai label, is copied by Zod.
    override({ zodSchema, jsonSchema }) {
      const { unit } = fieldMeta(zodSchema as unknown as z.ZodType)
      if (unit !== undefined) jsonSchema.description = `Unit: ${unit}`
    },
  })

/** Fields of every successful answer. */
const envelope = { status: z.literal('success'), message: z.string() }

const errorSchema: Json = {
  type: 'object',
  required: ['status', 'code', 'message', 'requestId'],
  properties: {
    status: { type: 'string', enum: ['error'] },
    code: { type: 'string', description: 'Stable, for programs' },
    message: { type: 'string', description: 'Thai, ready to show' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
}

function parameters(endpoint: Endpoint, inPath: readonly string[]): Json[] {
  if (!inQuery(endpoint)) return []
  return Object.entries(endpoint.input.shape).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? 'path' : 'query',
    required: inPath.includes(name),
    schema: wireSchema(schema as z.ZodType),
  }))
}

const keyHeaders = ({ idempotent }: Endpoint): Json[] =>
  idempotent === undefined
    ? []
    : [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: idempotent === 'required',
          schema: { type: 'string', format: 'uuid' },
        },
      ]

const fileForm: Json = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
  },
}

const bodyOf = ({ file, input }: Endpoint): Json =>
  file === undefined ? { 'application/json': { schema: wireSchema(input) } } : fileForm

function operation(endpoint: Endpoint): Json {
  const inPath = pathFields(endpoint.path)
  const answer = wireSchema(endpoint.output.extend(envelope))
  return {
    summary: endpoint.summary,
    description: `Access: ${[endpoint.access].flat().join(' or ')}`,
    tags: [endpoint.path.split('/')[0]],
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parameters(endpoint, inPath), ...keyHeaders(endpoint)],
    ...(endpoint.method === 'GET'
      ? {}
      : {
          requestBody: {
            required: true,
            content: bodyOf(endpoint),
          },
        }),
    responses: {
      '200': { description: 'Success', content: { 'application/json': { schema: answer } } },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** Builds the document. It depends on nothing but the endpoints, so it can be cached. */
export function openapi(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = `/${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Khapdee', version: '1', description: 'Back office of a driving school' },
    servers: [{ url: apiBase }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
    paths,
  }
}
