import { expect, test } from 'vitest'
import type { App } from '../../points/app.ts'
import type { PostReference } from '../../points/pages/post-reference.ts'
import { Store } from '../../store/store.ts'
import { quoteOfPost } from './quote-of-post.ts'

/** Quotes a post of Ann's in a forum with these declarations. */
function open(...references: PostReference[]) {
  const store = new Store()
  for (const type of ['users', 'posts', 'discussions']) store.register(type)
  store.push({
    data: {
      type: 'posts',
      id: '7',
      attributes: { number: 2 },
      relationships: {
        user: { data: { type: 'users', id: '3' } },
        discussion: { data: { type: 'discussions', id: '5' } },
      },
    },
    included: [
      { type: 'users', id: '3', attributes: { displayName: 'Ann_' } },
      { type: 'discussions', id: '5', attributes: { slug: '5-regatta' } },
    ],
  })
  const failures: string[] = []
  const app = {
    store,
    forum: { baseUrl: 'https://forum.example' },
    t: (_: string, params: { username: string; number: string }) => `${params.username} #${params.number}`,
    connection: { load: (code: () => unknown) => code() },
    postReferences: references.map((refer, index) => ({
      extension: `e${index}`,
      value: async () => ({ default: refer }),
    })),
    reportFailure: (extension: string) => failures.push(extension),
  } as unknown as App
  const post = store.get('posts', '7')
  if (post === undefined) throw new Error('There is no post.')
  return { failures, quote: (selected = '') => quoteOfPost(app, post, selected) }
}

const link = '[Ann\\_ #2](https://forum.example/d/5-regatta/2)'

test('a reply begins with a link to the post', async () => {
  const { quote } = open()
  expect(await quote()).toBe(`${link} `)
  expect(await quote('Two crews.')).toBe(`> ${link}\n>\n> Two crews.\n\n`)
})

test('the first declared reference takes the place of the link', async () => {
  const { quote } = open(
    ({ id }) => `@${id}`,
    ({ id }) => `!${id}`,
  )
  expect(await quote()).toBe('@7 ')
  expect(await quote('Two crews.\nEight rowers each.')).toBe('> @7 Two crews.\n> Eight rowers each.\n\n')
})

test('a reference that fails is reported, and the next one counts', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  const { failures, quote } = open(broken, ({ id }) => `!${id}`)
  expect(await quote()).toBe('!7 ')
  expect(failures).toEqual(['e0'])
  expect(await open(broken).quote()).toBe(`${link} `)
})

test('a quotation has the words as they were shown, and mentions nobody', async () => {
  const { quote } = open(() => '@7')
  expect(await quote('# *Ahoy* @bo, and ann@ship.example')).toBe(
    '> @7 \\# \\*Ahoy\\* \\@bo, and ann@ship.example\n\n',
  )
})
