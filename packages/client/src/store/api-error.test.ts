import { expect, test } from 'vitest'
import { ApiError, describeError, withFaults } from './api-error.ts'
import { ChunkLoadError } from './connection/load-chunk.ts'

const origin = 'https://forum.example'

function failure(status: number, url = `${origin}/api/posts`): ApiError {
  return new ApiError({ status, url })
}

test.each([
  [401, 'permission_denied_message'],
  [403, 'permission_denied_message'],
  [404, 'not_found_message'],
  [410, 'not_found_message'],
  [413, 'payload_too_large_message'],
  [429, 'rate_limit_exceeded_message'],
  [0, 'generic_cross_origin_message'],
  [500, 'generic_message'],
  [422, 'generic_message'],
  [503, 'unavailable_message'],
])('status %i becomes the message %s', (status, key) => {
  expect(describeError(failure(status), origin).key).toBe(`core.lib.error.${key}`)
})

test('a failure of another host has a message of its own', () => {
  const report = describeError(failure(500, 'https://elsewhere.example/api'), origin)
  expect(report.key).toBe('core.lib.error.generic_cross_origin_message')
})

test('code that did not load and a changed session have messages of their own', () => {
  expect(describeError(new ChunkLoadError('timeout'), origin).key).toBe('core.lib.error.chunk_message')
  const errors = [{ status: '401', code: 'session_changed' }]
  const error = new ApiError({ status: 401, url: origin, errors })
  expect(describeError(error, origin).key).toBe('core.lib.error.session_changed_message')
  expect(describeError(new Error('whatever'), origin).key).toBe('core.lib.error.generic_message')
})

test('422 shows the lines of the server, by field, and names the first field', () => {
  const pointer = (name: string) => ({ pointer: `/data/attributes/${name}` })
  const error = new ApiError({
    status: 422,
    url: origin,
    errors: [
      { status: '422', code: 'validation_error', detail: 'Too%20short.', source: pointer('password') },
      { status: '422', code: 'validation_error', detail: '100 % taken.', source: pointer('username') },
    ],
  })
  expect(describeError(error, origin)).toEqual({
    failure: error,
    lines: ['Too short.', '100 % taken.'],
    fields: { password: 'Too short.', username: '100 % taken.' },
    firstField: 'password',
  })
})

test('faults of the client join those of the server, in the order of the form', () => {
  const report = {
    lines: ['Taken.', 'Not an address.', 'Too short.'],
    fields: { username: 'Taken.', email: 'Not an address.\nToo short.' },
    firstField: 'email',
  }
  const names = ['username', 'email', 'password']
  expect(withFaults(report, { email: 'Enter an address.', password: 'Fill in.' }, names)).toEqual({
    lines: ['Taken.'],
    fields: { username: 'Taken.', email: 'Enter an address.', password: 'Fill in.' },
    firstField: 'username',
  })
  expect(withFaults(report, {}, names)).toBe(report)
  const busy = { key: 'busy', lines: [], fields: {} }
  expect(withFaults(busy, { email: 'Enter an address.' }, names)).toEqual({
    ...busy,
    fields: { email: 'Enter an address.' },
    firstField: 'email',
  })
})
