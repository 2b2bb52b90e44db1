import type { ResourceObject } from '@parley/shared'
import { expect, test } from 'vitest'
import { assemble } from '../../app/app.ts'
import type { NotificationType } from '../../points/notifications.ts'
import { Store } from '../../store/store.ts'
import { groupNotifications } from './group-notifications.ts'

const type: NotificationType & { extension: undefined } = {
  label: 'when mentioned',
  icon: 'edit',
  text: 'mentioned',
  link: () => '/',
  extension: undefined,
}
const notifications = new Map([['mentioned', type]])

function notification(id: string, subject: string | undefined, contentType = 'mentioned'): ResourceObject {
  const [ofType = '', subjectId = ''] = subject?.split(' ') ?? []
  return {
    type: 'notifications',
    id,
    attributes: { contentType, content: { postNumber: 5 }, createdAt: '', isRead: false },
    relationships: {
      fromUser: { data: { type: 'users', id: '1' } },
      ...(subject && { subject: { data: { type: ofType, id: subjectId } } }),
    },
  }
}

function groupsOf(listed: ResourceObject[]) {
  const store = new Store()
  for (const name of ['notifications', 'users', 'posts', 'discussions']) store.register(name)
  store.push({
    data: [
      { type: 'users', id: '1', attributes: { displayName: 'Mira' } },
      { type: 'discussions', id: '1', attributes: { title: 'One' } },
      { type: 'discussions', id: '2', attributes: { title: 'Two' } },
      {
        type: 'posts',
        id: '7',
        attributes: { number: 3 },
        relationships: { discussion: { data: { type: 'discussions', id: '1' } } },
      },
      ...listed,
    ],
  })
  const groups = groupNotifications({ store, notifications }, store.all('notifications'))
  return groups.map(({ discussion, items }) => ({
    discussion: discussion?.title,
    items: items.map((item) => `${item.notification.id} ${item.sender?.displayName} ${item.subject.type}`),
  }))
}

test('notifications are grouped by discussion, whether their subject is the discussion or one of its posts', () => {
  expect(
    groupsOf([
      notification('9', 'discussions 2'),
      notification('8', 'posts 7'),
      notification('7', 'discussions 2'),
      notification('6', 'discussions 1'),
      notification('5', 'users 1'),
    ]),
  ).toEqual([
    { discussion: 'Two', items: ['9 Mira discussions', '7 Mira discussions'] },
    { discussion: 'One', items: ['8 Mira posts', '6 Mira discussions'] },
    { discussion: undefined, items: ['5 Mira users'] },
  ])
})

test('notifications of undeclared types and those without a subject are left out', () => {
  expect(
    groupsOf([
      notification('3', 'discussions 1', 'unheardOf'),
      notification('2', undefined),
      notification('1', 'discussions 77'),
    ]),
  ).toEqual([])
})

test('the core declares its type, and an enabled extension may override it', () => {
  const { extension: _, ...declaration } = type
  const lock = {
    id: 'lock',
    extension: { notifications: { discussionRenamed: declaration } },
    parts: new Map(),
  }
  const declaredTypes = (enabled: string[]) =>
    [...assemble([lock], enabled).points.notifications].map(([name, { extension }]) => ({ name, extension }))
  expect(declaredTypes([])).toEqual([{ name: 'discussionRenamed', extension: undefined }])
  expect(declaredTypes(['lock'])).toEqual([{ name: 'discussionRenamed', extension: 'lock' }])
})
