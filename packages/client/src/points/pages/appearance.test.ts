import { expect, test } from 'vitest'
import type { StoreRecord } from '../../store/record.ts'
import type { App } from '../app.ts'
import type { ClientExtension } from '../extension.ts'
import { declaredBy } from '../sources.ts'
import { appearanceOf } from './appearance.ts'

const discussion = {
  type: 'discussions',
  id: '1',
  relationships: {},
  title: 'Fog',
} as StoreRecord<'discussions'>

function open(...extensions: ClientExtension[]) {
  const failed: string[] = []
  const sources = extensions.map((extension, index) => ({ id: `e${index}`, extension }))
  const appearance = declaredBy(sources, 'appearance', (id) => failed.push(id), Object.values)
  return { failed, app: { appearance, reportFailure: (id: string) => failed.push(id) } as unknown as App }
}

test('a record has no appearance of its own by default', () => {
  expect(appearanceOf(open({}).app, discussion)).toEqual({ className: '', color: undefined })
  const posts = { appearance: { posts: () => ({ className: 'is-odd', color: 'red' }) } }
  expect(appearanceOf(open(posts).app, discussion)).toEqual({ className: '', color: undefined })
})

test('classes of all extensions are joined, and the first color counts', () => {
  const { app } = open(
    { appearance: { discussions: () => ({ className: 'is-ignored' }) } },
    { appearance: { discussions: ({ title }) => ({ className: `is-${title}`, color: 'teal' }) } },
    { appearance: { discussions: () => ({ color: 'red' }) } },
    { appearance: { discussions: () => undefined } },
  )
  expect(appearanceOf(app, discussion)).toEqual({ className: 'is-ignored is-Fog', color: 'teal' })
})

test('an extension that fails is reported after the rendering, and hurts no other', async () => {
  const { app, failed } = open(
    {
      appearance: {
        discussions: () => {
          throw new Error('broken')
        },
      },
    },
    { appearance: { discussions: () => ({ className: 'is-fine' }) } },
  )
  expect(appearanceOf(app, discussion).className).toBe('is-fine')
  expect(failed).toEqual([])
  await Promise.resolve()
  expect(failed).toEqual(['e0'])
})
