import { expect, test } from 'vitest'
import type { ApiResponse } from '../api-client.ts'
import { Description } from './described.ts'

const type = 'application/vnd.api+json'
const error = {
  type: 'object',
  required: ['errors'],
  properties: { errors: { type: 'array' } },
}
const description = new Description({
  paths: {
    '/bells/{id}': {
      get: {
        responses: {
          200: {
            content: {
              [type]: {
                schema: {
                  type: 'object',
                  properties: { tone: { type: 'integer' }, next: { $ref: '#/components/schemas/bell' } },
                },
              },
            },
          },
          429: { $ref: '#/components/responses/often' },
        },
      },
      delete: { responses: { 204: {} } },
      patch: {
        requestBody: {
          content: { [type]: { schema: { type: 'object', properties: { tone: { type: 'integer' } } } } },
        },
        responses: {},
      },
    },
  },
  components: {
    schemas: { bell: { type: 'object', properties: { size: { type: 'string' } } } },
    headers: { wait: { required: true } },
    responses: {
      often: {
        headers: { 'Retry-After': { $ref: '#/components/headers/wait' } },
        content: { [type]: { schema: error } },
      },
    },
  },
})

const faults = (
  status: number,
  body: object | undefined,
  headers: Record<string, string> = {},
  method = 'GET',
) =>
  description.answerFaults(`${method} /bells/:id`, {
    status,
    body,
    headers: { ...(body && { 'content-type': type }), ...headers },
    text: body ? JSON.stringify(body) : '',
  } as unknown as ApiResponse)

test('responses that match the description have no faults', () => {
  expect(faults(200, { tone: 1, next: { size: 'large' } })).toEqual([])
  expect(faults(429, { errors: [] }, { 'retry-after': '1' })).toEqual([])
  expect(faults(204, undefined, {}, 'DELETE')).toEqual([])
})

test('a value of another type is a fault', () => {
  expect(faults(200, { tone: 'high' })).toEqual([expect.stringContaining('/tone must be integer')])
  expect(faults(200, { next: { size: 1 } })).toEqual([expect.stringContaining('/next/size must be string')])
})

test('a member that is not described is a fault', () => {
  expect(faults(200, { color: 'red' })).toEqual([expect.stringContaining('must NOT have additional')])
  expect(faults(200, { next: { color: 'red' } })).toEqual([
    expect.stringContaining('must NOT have additional'),
  ])
})

test('a status, an endpoint, a type or a body that is not described is a fault', () => {
  expect(faults(404, { errors: [] })).toEqual(['GET /bells/:id 404 is not described'])
  expect(faults(200, {}, {}, 'POST')).toEqual(['POST /bells/:id is not described'])
  expect(faults(200, {}, { 'content-type': 'text/html' })).toEqual(["GET /bells/:id 200 is 'text/html'"])
  expect(faults(204, {}, {}, 'DELETE')).toEqual(['DELETE /bells/:id 204 has a body'])
})

test('a missing required header is a fault', () => {
  expect(faults(429, { errors: [] })).toEqual(['GET /bells/:id 429 has no Retry-After'])
})

test('request bodies are validated, too', () => {
  expect(description.requestFaults('PATCH /bells/:id', { tone: 1 })).toEqual([])
  expect(description.requestFaults('PATCH /bells/:id', { tone: 'high' })).toHaveLength(1)
  expect(description.requestFaults('PATCH /bells/:id', { color: 'red' })).toHaveLength(1)
})
