import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { combineMailDrivers, type MailDriver } from './mail-drivers.ts'

const pigeon: MailDriver = { fields: {}, delivers: true, send: async () => {} }

test('there are none by default', () => {
  expect(combineMailDrivers([{ owner: 'loft', section: undefined }]).size).toBe(0)
})

test('a declared one has its owner', () => {
  expect(combineMailDrivers([{ owner: 'loft', section: { pigeon } }]).get('pigeon')).toEqual({
    ...pigeon,
    owner: 'loft',
  })
})

test('one with an empty list of choices is a fault', () => {
  const broken = { ...pigeon, fields: { 'loft.door': { schema: z.string(), choices: {} } } }
  expectFault('loft', 'mailDrivers › pigeon', 'has a field with an empty list of choices', () =>
    combineMailDrivers([{ owner: 'loft', section: { pigeon: broken } }]),
  )
})

test('one declared twice is a fault of the second', () => {
  expectFault('barn', 'mailDrivers › pigeon', 'already declared by loft', () =>
    combineMailDrivers([
      { owner: 'loft', section: { pigeon } },
      { owner: 'barn', section: { pigeon } },
    ]),
  )
})
