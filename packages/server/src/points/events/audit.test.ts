import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { type AuditDeclarations, combineAudit } from './audit.ts'

const rung = { text: 'bells.audit.rung_text', target: 'bells' }

const combine = (...sections: object[]) =>
  combineAudit(
    sections.map((section, index) => ({ owner: `bell${index}`, section: section as AuditDeclarations })),
  )

test('there are none by default', () => {
  expect(combineAudit([{ owner: 'bell', section: undefined }]).size).toBe(0)
})

test('a declared one has its owner', () => {
  expect(combine({ 'bell.rung': rung }).get('bell.rung')).toEqual({ ...rung, owner: 'bell0' })
})

test.each<[string, string, object]>([
  ["is not of the form 'subject.pastTense'", 'rung', rung],
  ['has no text', 'bell.rung', { ...rung, text: '' }],
  [
    "has the personal field 'by', but is not about an account",
    'bell.rung',
    { ...rung, fields: { by: { label: 'bells.by', isPersonal: true } } },
  ],
])('one that %s is a fault', (fault, name, action) => {
  expectFault('bell0', `audit › ${name}`, fault, () => combine({ [name]: action }))
})

test('one declared twice is a fault of the second', () => {
  expectFault('bell1', 'audit › bell.rung', 'already declared by bell0', () =>
    combine({ 'bell.rung': rung }, { 'bell.rung': rung }),
  )
})
