import type { ResourceObject } from '@parley/shared'
import { expect, test } from 'vitest'
import { assemble } from '../../app/app.ts'
import type { NotificationType } from '../../base/points/notification-type.ts'
import { Store } from '../../store/store.ts'
import { groupNotifications } from './group-notifications.ts'

const type: NotificationType & { extension: undefined } = {
  label: 'when told',
  icon: 'edit',
  text: 'told',
  link: () => '/',
  extension: undefined,
}
const notifications = new Map([['told', type]])

function notification(id: string, subject: string | undefined, contentType = 'told'): ResourceObject {
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

function grouped(listed: ResourceObject[]) {
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
  return groups.map(({ discussion, items }) => [
    discussion?.title,
    items.map((item) => `${item.notification.id} ${item.sender?.displayName} ${item.subject.type}`),
  ])
}

test('notifications stand with their discussion, whether that or a post in it is their subject', () => {
  expect(
    grouped([
      notification('9', 'discussions 2'),
      notification('8', 'posts 7'),
      notification('7', 'discussions 2'),
      notification('6', 'discussions 1'),
      notification('5', 'users 1'),
    ]),
  ).toEqual([
    ['Two', ['9 Mira discussions', '7 Mira discussions']],
    ['One', ['8 Mira posts', '6 Mira discussions']],
    [undefined, ['5 Mira users']],
  ])
})

test('what nobody declares, and what has lost its subject, is left out', () => {
  expect(
    grouped([
      notification('3', 'discussions 1', 'unheardOf'),
      notification('2', undefined),
      notification('1', 'discussions 77'),
    ]),
  ).toEqual([])
})

test('the core declares its type, and an enabled extension may take it over', () => {
  const { extension: _, ...told } = type
  const lock = { id: 'lock', extension: { notifications: { discussionRenamed: told } }, soft: new Map() }
  const declared = (enabled: string[]) =>
    [...assemble([lock], enabled).notifications].map(([name, { extension }]) => [name, extension])
  expect(declared([])).toEqual([['discussionRenamed', undefined]])
  expect(declared(['lock'])).toEqual([['discussionRenamed', 'lock']])
})
