import { expect, test } from 'vitest'
import type { App } from '../../points/app.ts'
import { Store } from '../../store/store.ts'
import { quoteOfPost } from './quote-of-post.ts'

type Reference = App['postReferences'][number]['value']

/** Quotes a post of Ann's in a forum with these declarations. */
function open(...references: Reference[]) {
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
    postReferences: references.map((value, index) => ({ extension: `e${index}`, value })),
    reportFailure: (extension: string) => failures.push(extension),
  } as unknown as App
  const post = store.get('posts', '7')
  if (post === undefined) throw new Error('There is no post.')
  return { failures, quote: (selected = '') => quoteOfPost(app, post, selected) }
}

const link = '[Ann\\_ #2](https://forum.example/d/5-regatta/2)'

test('a reply begins with a link to the post', () => {
  const { quote } = open()
  expect(quote()).toBe(`${link} `)
  expect(quote('Two crews.')).toBe(`> ${link}\n>\n> Two crews.\n\n`)
})

test('the first declared reference takes the place of the link', () => {
  const { quote } = open(
    ({ id }) => `@${id}`,
    ({ id }) => `!${id}`,
  )
  expect(quote()).toBe('@7 ')
  expect(quote('Two crews.\nEight rowers each.')).toBe('> @7 Two crews.\n> Eight rowers each.\n\n')
})

test('a reference that fails is reported, and the next one counts', () => {
  const broken = () => {
    throw new Error('broken')
  }
  const { failures, quote } = open(broken, ({ id }) => `!${id}`)
  expect(quote()).toBe('!7 ')
  expect(failures).toEqual(['e0'])
  expect(open(broken).quote()).toBe(`${link} `)
})

test('a quotation has the words as they were shown, and mentions nobody', () => {
  const { quote } = open(() => '@7')
  expect(quote('# *Ahoy* @bo, and ann@ship.example')).toBe(
    '> @7 \\# \\*Ahoy\\* \\@bo, and ann@ship.example\n\n',
  )
})
