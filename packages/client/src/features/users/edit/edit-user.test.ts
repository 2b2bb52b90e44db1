import { expect, test } from 'vitest'
import type { StoreRecord } from '../../../store/record.ts'
import { assignableGroups, userChanges } from './edit-user.ts'

const user: StoreRecord<'users'> = {
  type: 'users',
  id: '2',
  relationships: { groups: [{ type: 'groups', id: '4' }] },
  username: 'mira',
  displayName: 'mira',
  slug: 'mira',
  avatarUrl: null,
  email: 'mira@machine.local',
}

function form(values: Record<string, string | string[]>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values))
    for (const item of [value].flat()) data.append(name, item)
  return data
}

test('unchanged fields are not sent', () => {
  const same = { username: 'mira', email: 'mira@machine.local', hasGroups: '1', groups: ['4'] }
  expect(userChanges(user, form(same))).toBeUndefined()
  expect(userChanges(user, form({ ...same, username: 'maren' }))).toEqual({
    attributes: { username: 'maren' },
  })
})

test('a password is sent if one was typed', () => {
  expect(userChanges(user, form({ username: 'mira', setPassword: 'on', password: '' }))).toBeUndefined()
  expect(userChanges(user, form({ username: 'mira', setPassword: 'on', password: 'open sesame' }))).toEqual({
    attributes: { password: 'open sesame' },
  })
})

test('groups are sent as a complete list, and only if the form has them', () => {
  expect(userChanges(user, form({ username: 'mira' }))).toBeUndefined()
  expect(userChanges(user, form({ hasGroups: '1', groups: ['4', '5'] }))).toEqual({
    attributes: {},
    relationships: {
      groups: {
        data: [
          { type: 'groups', id: '4' },
          { type: 'groups', id: '5' },
        ],
      },
    },
  })
  expect(userChanges(user, form({ hasGroups: '1' }))?.relationships?.groups.data).toEqual([])
})

test('changed fields of extensions are sent; boxes as true or false', () => {
  const data = form({ username: 'mira', nickname: 'Mi', isPaying: 'on' })
  expect(userChanges(user, data, ['isPaying', 'isLoud'])).toEqual({
    attributes: { nickname: 'Mi', isPaying: true },
  })
})

test('an attribute that no document has is compared with what the form began with', () => {
  const opened = form({ username: 'mira', nickname: 'Mi' })
  const changes = (nickname: string) => userChanges(user, form({ username: 'mira', nickname }), [], opened)
  expect(changes('Mi')).toBeUndefined()
  expect(changes('')).toEqual({ attributes: { nickname: '' } })
  expect(changes('Mo')).toEqual({ attributes: { nickname: 'Mo' } })
})

test('guests and members are not assignable groups', () => {
  const group = (id: string): StoreRecord<'groups'> => ({
    type: 'groups',
    id,
    relationships: {},
    nameSingular: id,
    namePlural: id,
    color: null,
    icon: null,
    isHidden: false,
  })
  expect(assignableGroups(['4', '3', '2', '10', '1'].map(group)).map(({ id }) => id)).toEqual([
    '1',
    '4',
    '10',
  ])
})
