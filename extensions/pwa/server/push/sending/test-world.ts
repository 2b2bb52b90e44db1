import {
  type Context,
  defineExtension,
  type MailedNotification,
  type MailedTexts,
  type Notification,
  type NotificationTypes,
  syncNotification,
} from '@parley/server'
import type { InstalledExtension } from '@parley/server/extensions'

const compose = ({ subject }: MailedNotification): MailedTexts => ({
  key: 'core.email.send_test',
  params: { forum: (subject as { title?: string }).title ?? '' },
})

/** An extension for tests, with types that are mailed by default and on request. */
export const calling: InstalledExtension = {
  id: 'calling',
  title: 'Calling',
  version: '1.0.0',
  declaration: defineExtension({
    notifications: {
      called: { subject: 'discussions', channels: { email: { default: true, compose } } },
      whispered: { subject: 'discussions', channels: { email: { default: false, compose } } },
    } as NotificationTypes,
  }),
}

interface User {
  id: number
}

interface TestedClient {
  post(path: string, body: object): Promise<{ status: number; body: { data: { id?: unknown } } }>
}

/** A forum of a test. */
interface TestedForum {
  current: Context['forum']
  clock: { advance(seconds: number): void }
  as(user: User): Promise<TestedClient>
  asSystem(): Context
}

/** A forum of a test and the service of its browsers, with what the members do. */
export interface World<Forum, Service> {
  forum: Forum
  service: Service
  /** Registers a new browser of this name. */
  register(user: User, name: string): Promise<void>
  /** The author replies a minute later. Resolves with the id of the post. */
  reply(discussionId: number, content?: string): Promise<number>
  /** The author replies, and users are told of it by the extension `calling`. Resolves with the id of the post. */
  call(discussionId: number, users: readonly User[], content?: string): Promise<number>
}

/** Makes keys for the forum of a test. */
export async function makeWorld<Forum extends TestedForum, Service extends { browser(name: string): object }>(
  forum: Forum,
  service: Service,
  { admin, author }: { admin: User; author: User },
): Promise<World<Forum, Service>> {
  await post(await forum.as(admin), '/api/reset_vapid', {})
  const client = await forum.as(author)
  const reply: World<Forum, Service>['reply'] = async (discussionId, content = 'A reply') => {
    forum.clock.advance(60)
    const relationships = { discussion: { data: { type: 'discussions', id: String(discussionId) } } }
    const data = { type: 'posts', attributes: { content }, relationships }
    return Number((await post(client, '/api/posts', { data })).data.id)
  }
  return {
    forum,
    service,
    reply,
    async register(user, name) {
      await post(await forum.as(user), '/api/pwa/push', { subscription: service.browser(name) })
    },
    async call(discussionId, users, content) {
      const postId = await reply(discussionId, content)
      const called = {
        type: 'called',
        fromUserId: null,
        subject: { id: discussionId },
        data: postId,
        postId,
      } as unknown as Notification
      const ids = users.map(({ id }) => id)
      await forum.current.write(forum.asSystem(), (context) => syncNotification(context, called, ids))
      return postId
    },
  }
}

async function post(client: TestedClient, path: string, sent: object) {
  const { status, body } = await client.post(path, sent)
  if (status >= 400) throw new Error(`${path} was refused with ${status}`)
  return body
}
