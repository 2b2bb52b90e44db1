import type * as client from '@parley/client'
import {
  type App,
  Badge,
  type ClientExtension,
  changeDiscussion,
  createSlot,
  DiscussionBadges,
  type DiscussionProps,
  defineClientExtension,
  FooterItems,
  PostControls,
  type PostProps,
  type StoreRecord,
  useRelated,
} from '@parley/client'
import type * as admin from '@parley/client/admin'
import { expectTypeOf, test } from 'vitest'
import type { AnyMembers } from './any-members.ts'

declare const app: App
declare const discussion: StoreRecord<'discussions'>
declare const post: StoreRecord<'posts'>

const nothing = () => null
const page = async () => ({ default: { Component: nothing } })

test('no export, section or part of the app is any', () => {
  expectTypeOf<AnyMembers<typeof client>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<typeof admin>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<ClientExtension>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<App>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<DiscussionProps>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<PostProps>>().toEqualTypeOf<never>()
})

test('declarations have known sections only', () => {
  expectTypeOf(defineClientExtension).returns.toEqualTypeOf<ClientExtension>()
  // @ts-expect-error no section has this name
  defineClientExtension({ slot: [] })
  // @ts-expect-error items are made by a slot
  defineClientExtension({ slots: ['DiscussionBadges'] })
})

test('components fit the props of their slots', () => {
  DiscussionBadges.add('top', ({ discussion }) => (discussion.isHidden ? null : discussion.title))
  FooterItems.add('top', nothing)
  // @ts-expect-error the slot gives a discussion, no post
  DiscussionBadges.add('top', ({ post }: PostProps) => post.id)
  // @ts-expect-error the slot gives nothing
  FooterItems.add('top', ({ discussion }: DiscussionProps) => discussion.id)
  // @ts-expect-error a discussion has no such attribute
  DiscussionBadges.add('top', nothing, { when: ({ discussion }) => discussion.isTop })
  // @ts-expect-error options have names
  PostControls.add('top', nothing, 10)
  // @ts-expect-error an item has a key
  PostControls.add(nothing)
  const own = createSlot<{ count: number }>('Own')
  // @ts-expect-error the slot gives a number
  own.add('top', ({ count }: { count: string }) => count)
})

test('notifications, event posts and gambits have what their lists show', () => {
  // @ts-expect-error no notification has this type
  defineClientExtension({ notifications: { topped: { label: 'a', icon: 'b', text: 'c', link: () => '/' } } })
  // @ts-expect-error no event post has this type
  defineClientExtension({ eventPosts: { topped: nothing } })
  // @ts-expect-error a gambit has a text
  defineClientExtension({ gambits: { 'is:top': {} } })
  // @ts-expect-error a shortcut runs something
  defineClientExtension({ shortcuts: { top: { keys: 't', text: 'a.b.c' } } })
})

test('pages have a path and a component, lists a title', () => {
  // @ts-expect-error a route has a page
  defineClientExtension({ routes: { top: { path: '/top' } } })
  // @ts-expect-error a page has a component
  defineClientExtension({ routes: { top: { path: '/top', page: { head: () => ({}) } } } })
  // @ts-expect-error a list has a title
  defineClientExtension({ lists: { top: { path: '/top' } } })
  // @ts-expect-error no such resource is shown
  defineClientExtension({ includes: { groups: ['members'] } })
  // @ts-expect-error there is no such section of the navigation
  defineClientExtension({ adminPages: { top: { path: '/t', section: 'more', label: 'a', icon: 'b', page } } })
})

test('records have the attributes and relationships of their types', () => {
  expectTypeOf(discussion.title).toEqualTypeOf<string>()
  // @ts-expect-error a discussion has no such attribute
  changeDiscussion(app, discussion, { titel: 'News' })
  // @ts-expect-error a title is a text
  changeDiscussion(app, discussion, { title: 3 })
  expectTypeOf(useRelated(post, 'discussion', 'discussions')).toEqualTypeOf<
    StoreRecord<'discussions'> | undefined
  >()
  // @ts-expect-error a badge has a label
  Badge({ type: 'top', icon: 'check' })
})
