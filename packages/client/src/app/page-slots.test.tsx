import { messages } from 'virtual:parley-messages'
import type { BootData, ResourceObject } from '@parley/shared'
import type { ComponentType } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  DiscussionPhoneItems,
  PostsEnd,
  ReplyNotes,
  SelectionActions,
} from '../features/discussion-page/slots.ts'
import {
  DiscussionPicture,
  DiscussionReaderControls,
  DiscussionRowEnd,
  IndexCannotStart,
} from '../features/discussions/slots.ts'
import { HeaderPanel, type PanelProps } from '../features/frame/HeaderPanel.tsx'
import { HeaderItems } from '../features/frame/slots.ts'
import { PostReaderControls } from '../features/posts/slots.ts'
import { ResultsSections } from '../features/search/slots.ts'
import { SignUpFields } from '../features/session/slots.ts'
import { UserTab } from '../features/users/page/UserTab.tsx'
import { UserTabs } from '../features/users/slots.ts'
import { defineClientExtension } from '../points/extension.ts'
import { MenuItem } from '../ui/menus/Menu.tsx'
import { createRenderer } from './entry-server.tsx'
import type { Renderer } from './renderer.tsx'

const neverLoaded = () => Promise.reject<ComponentType<PanelProps>>(new Error('not opened'))

const isOak = ({ discussion }: { discussion: { title: string } }) => discussion.title === 'Oak'

const harbor = defineClientExtension({
  slots: [
    DiscussionPicture.add('harbor', () => <i>picture</i>, { when: isOak }),
    DiscussionRowEnd.add('harbor', () => <i>row end</i>, { when: isOak }),
    DiscussionReaderControls.add('harbor', () => <MenuItem>reader control</MenuItem>),
    DiscussionPhoneItems.add('harbor', () => <i>phone item</i>, { when: isOak }),
    PostsEnd.add('harbor', ({ discussion }) => <i>end of {discussion.title}</i>),
    ReplyNotes.add('harbor', () => <i>reply note</i>),
    IndexCannotStart.add('harbor', () => <i>wait for the tide</i>, {
      when: ({ user }) => user?.username === 'ann',
    }),
    PostReaderControls.add('harbor', () => <MenuItem>copy link</MenuItem>),
    SelectionActions.add('harbor', () => <i>selection</i>),
    UserTabs.add('harbor', () => (
      <UserTab path="/u/ann/ships" icon="anchor">
        Ships
      </UserTab>
    )),
    HeaderItems.add('harbor', () => (
      <HeaderPanel
        icon="flag"
        path="/ships"
        label="Ships, 12 new"
        tooltip="Ships"
        count={12}
        load={neverLoaded}
      />
    )),
    ResultsSections.add('harbor', ({ text }) => <i>tags like {text}</i>),
  ],
  replyRefusals: {
    storm: {
      icon: 'clock',
      label: 'core.forum.discussion_controls.cannot_reply_button',
      text: 'core.lib.datetime_formats.humanTimeLong',
      params: () => ({ date: new Date('2026-02-03T12:00:00Z') }),
      applies: ({ title }) => title === 'Storm',
    },
  },
  screenSlots: {
    register: async () => ({
      default: [SignUpFields.add('motto', () => <i>motto</i>, { priority: 95 })],
    }),
  },
  appearance: {
    discussions: ({ title }) => ({ className: `is-${title}`, color: title === 'Oak' ? 'teal' : undefined }),
    posts: ({ number }) => ({ className: `number-${number}` }),
  },
  postHtml: (html, post) => html.replace('<p>', `<p data-post="${post?.id}">`),
})

const wreck = defineClientExtension({
  postHtml() {
    throw new Error('ran aground')
  },
})

let renderer: Renderer
beforeAll(async () => {
  renderer = await createRenderer({ extensions: { wreck, harbor }, messages })
}, 240_000)

const ann: ResourceObject = {
  type: 'users',
  id: '1',
  attributes: { username: 'ann', displayName: 'Ann', slug: 'ann', avatarUrl: null },
}

function discussion(id: string, title: string): ResourceObject {
  const counts = { commentCount: 1, lastPostNumber: 1 }
  const times = { createdAt: '2026-01-01T00:00:00+00:00', lastPostedAt: '2026-01-01T00:00:00+00:00' }
  return {
    type: 'discussions',
    id,
    attributes: { title, slug: `${id}-x`, canReply: true, ...counts, ...times },
    relationships: { user: { data: { type: 'users', id: '1' } } },
  }
}

const post: ResourceObject = {
  type: 'posts',
  id: '9',
  attributes: {
    number: 1,
    createdAt: '2026-01-01T00:00:00+00:00',
    contentType: 'comment',
    contentHtml: '<p>Rings</p>',
  },
  relationships: { discussion: { data: { type: 'discussions', id: '1' } } },
}

/** Renders a page, by default for a guest. */
function render(url: string, answers: Record<string, unknown>, extensions = ['harbor'], userId = 0): string {
  const attributes = { title: 'Harbor', basePath: '', baseUrl: 'http://x', apiUrl: 'http://x/api' }
  const allowed = { allowSignUp: true, canViewForum: true, defaultRoute: '/all', logoUrl: null }
  const boot: BootData = {
    locale: 'en',
    locales: { en: 'English' },
    resources: [{ type: 'forums', id: '1', attributes: { ...attributes, ...allowed } }, ann],
    session: { userId, csrfToken: '' },
    documents: {},
    url,
    extensions,
    now: '2026-01-31T08:00:00.000Z',
  }
  const page = renderer.open(url, boot)
  const links = { first: 'http://x/api/first' }
  const documents = page.requests.map((request) => {
    const [, type = ''] = request.split(/[/?]/)
    const data = answers[type]
    return [request, data ? { links, included: [ann], data } : { errors: [{ status: '429' }] }]
  })
  const { html, failure } = page.render(Object.fromEntries(documents))
  expect(failure).toBeUndefined()
  return html.replaceAll(/<!--.*?-->/g, '')
}

const rows = { discussions: [discussion('1', 'Oak'), discussion('2', 'Elm')] }
const opened = { discussions: discussion('1', 'Oak'), posts: [post] }

test('rows have the picture, the end and the class of extensions, where these apply', () => {
  const [oak = '', elm = ''] = [...render('/all', rows).matchAll(/<li class="DiscussionRow.*?<\/li>/gs)].map(
    ([row]) => row,
  )
  expect(oak).toContain('class="DiscussionRow is-Oak"')
  expect(oak).toContain('<div class="DiscussionRow-author"><i>picture</i>')
  expect(oak).toContain(
    '<div class="DiscussionRow-end"><i>row end</i></div><div class="DiscussionRow-count">',
  )
  expect(elm).toContain('class="DiscussionRow is-Elm"')
  expect(elm).toContain('class="Avatar')
  expect(elm).not.toContain('DiscussionRow-end')
})

test('a discussion has the color, the items and the menus of extensions, for guests too', () => {
  const html = render('/d/1-x', opened)
  expect(html).toContain('<header class="DiscussionHero has-color" style="--own:teal">')
  expect(html).toContain('<div class="DiscussionHero-items u-phone"><i>phone item</i></div>')
  expect(html).toMatch(/end of Oak<\/i>.*ReplyPlaceholder.*ReplyPlaceholder-notes"><i>reply note/s)
  expect(html).toMatch(/<article class="Post number-1".*role="menuitem"[^>]*>copy link/s)
  expect(html).toMatch(/Header-title.*reader control.*Header-end/s)
  // It appears with a selection.
  expect(html).not.toContain('SelectionTools')
})

test('extensions change the HTML of posts, and one that fails leaves it as it is', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(render('/d/1-x', opened, ['wreck', 'harbor'])).toContain('<p data-post="9">Rings</p>')
  expect(render('/d/1-x', opened, ['wreck'])).toContain('<p>Rings</p>')
  await Promise.resolve()
  expect(String(report.mock.calls)).toContain('ran aground')
  report.mockRestore()
  expect(render('/d/1-x', opened, [])).toContain('<p>Rings</p>')
})

test('results have the sections of extensions', () => {
  expect(render('/all?q=oak', rows)).toContain('<i>tags like oak</i>')
})

test('the fields of the sign-up form are items, and extensions add theirs between them', () => {
  const html = render('/register', {})
  expect(html).toMatch(/name="username".*<i>motto<\/i>.*name="email".*name="password"/s)
})

test('tabs of a user may have an icon, and the header buttons with panels and counts', () => {
  const html = render('/u/ann', { users: ann, posts: [] })
  expect(html).toMatch(
    /<a class="Tabs-item" href="\/u\/ann\/ships"><svg class="Icon Icon--s"[^>]*>.*?Ships<\/a>/,
  )
  expect(html).toMatch(/<a class="Tabs-item"[^>]*>Posts/)
  expect(html).toMatch(/href="\/ships" aria-label="Ships, 12 new".*aria-haspopup="dialog".*Count[^>]*>12</s)
})

test('without extensions none of it is there', () => {
  const index = render('/all', rows, [])
  expect(index).toContain('<li class="DiscussionRow" data-id="1"><div class="DiscussionRow-author"><a')
  expect(index).not.toMatch(/DiscussionRow-end|<i>/)
  const page = render('/d/1-x', opened, [])
  expect(page).toContain('<header class="DiscussionHero"><div')
  expect(page).toContain('<article class="Post" ')
  expect(page).not.toMatch(/DiscussionHero-items|ReplyPlaceholder-notes|Actions for this post|<i>/)
  expect(render('/all?q=oak', rows, [])).not.toContain('<i>')
  expect(render('/register', {}, [])).not.toContain('<i>')
  expect(render('/u/ann', { users: ann, posts: [] }, [])).not.toMatch(/Ships|Header-panel/)
})

test('members read why they cannot start a discussion: what extensions say, otherwise what the core does', () => {
  const core = 'You don’t have permission to start a discussion.'
  expect(render('/all', rows, [], 1)).toContain(core)
  const html = render('/all', rows, ['harbor'], 1)
  expect(html).toContain('<i>wait for the tide</i>')
  expect(html).not.toContain(core)
  expect(render('/all', rows)).not.toContain('wait for the tide')
})

test('the reason why a reply is impossible may have parameters', () => {
  const storm = discussion('1', 'Storm')
  const closed = { ...storm, attributes: { ...storm.attributes, canReply: false } }
  const html = render('/d/1-x', { discussions: closed, posts: [post] })
  expect(html).toMatch(/StateNote.*Feb 3, 2026/s)
  expect(html).toContain('data-tooltip="Feb 3, 2026"')
})
