import { ApiError, type App } from '@parley/client'
import { expect, test } from 'vitest'
import type { PageRecord } from '../page-record.ts'
import { formOf, PageForm } from './page-form.ts'

const stored = {
  type: 'pages',
  id: '5',
  relationships: {},
  title: 'Rules',
  slug: 'rules',
  content: 'Be kind.',
  isHtml: false,
  isHidden: false,
  isRestricted: false,
  isInNavigation: true,
  navigationIcon: null,
  navigationPosition: 3,
  isInFooter: false,
} as unknown as PageRecord

/** A form whose requests are answered by `answer`, and what was sent. */
function open(page: PageRecord | undefined, answer: () => unknown = () => null) {
  const sent: { path: string; method: string; data: Record<string, unknown> }[] = []
  const api = {
    request: async (path: string, { method, body }: { method: string; body: { data: never } }) => {
      sent.push({ path, method, data: body.data })
      return answer()
    },
  }
  const store = {
    push: () => undefined,
    get: () => stored,
    write: (_record: unknown, _changed: unknown, request: () => unknown) => request(),
  }
  return { form: new PageForm({ api, store } as unknown as App, page), sent }
}

const conflict = (current: Record<string, unknown>) =>
  new ApiError({
    status: 409,
    url: 'https://forum.example/api/pages/5',
    errors: Object.entries(current).map(([name, value]) => ({
      status: '409',
      code: 'conflict',
      source: { pointer: `/data/attributes/${name}` },
      meta: { current: value },
    })) as never,
  })

test('the slug of a new page follows its title until it is typed', () => {
  const { form } = open(undefined)
  form.change({ title: 'House rules' })
  expect(form.state.values.slug).toBe('house-rules')
  form.change({ slug: 'rules' })
  form.change({ title: 'Rules of the house' })
  expect(form.state.values.slug).toBe('rules')
  form.discard()
  expect(form.changes).toEqual([])
  form.change({ title: 'Again' })
  expect(form.state.values.slug).toBe('again')
})

test('the slug of a page that exists stays', () => {
  const { form } = open(stored)
  form.change({ title: 'Other rules' })
  expect(form.state.values.slug).toBe('rules')
  expect(form.changes).toEqual(['title'])
})

test('a new page is sent whole, a change as far as it goes, with what it began from', async () => {
  const created = open(undefined, () => ({ data: { type: 'pages', id: '5' } }))
  created.form.change({ title: 'Rules', content: 'Be kind.', navigationIcon: ' fas fa-book ' })
  await created.form.save()
  expect(created.sent).toMatchObject([
    {
      path: '/pages',
      method: 'POST',
      data: { attributes: { slug: 'rules', navigationIcon: 'fas fa-book', navigationPosition: null } },
    },
  ])
  expect(created.form.changes).toEqual([])

  const changed = open(stored)
  changed.form.change({ navigationPosition: '', isHidden: true })
  await changed.form.save()
  expect(changed.sent).toEqual([
    {
      path: '/pages/5',
      method: 'PATCH',
      data: {
        type: 'pages',
        id: '5',
        attributes: { isHidden: true, navigationPosition: null },
        meta: { from: { isHidden: false, navigationPosition: 3 } },
      },
    },
  ])
})

test('after a conflict the own values or those of the other administrator go on', async () => {
  const fail = () => {
    throw conflict({ content: 'Theirs', navigationPosition: 7 })
  }
  const { form, sent } = open(stored, fail)
  form.change({ title: 'Mine', content: 'Mine', navigationPosition: '4' })
  await expect(form.save()).rejects.toThrow(ApiError)
  expect(form.state.others).toEqual({ content: 'Theirs', navigationPosition: '7' })
  expect(form.state.values.content).toBe('Mine')

  form.keepOwn()
  await expect(form.save()).rejects.toThrow(ApiError)
  expect(sent.at(-1)?.data.meta).toEqual({
    from: { title: 'Rules', content: 'Theirs', navigationPosition: 7 },
  })

  const own = form.takeOthers()
  expect(form.state.others).toBeUndefined()
  expect(form.state.values).toMatchObject({ title: 'Mine', content: 'Theirs', navigationPosition: '7' })
  expect(form.changes).toEqual(['title'])
  form.change(own)
  expect(form.state.values.content).toBe('Mine')
})

test('a page that is gone is created again', async () => {
  let isGone = true
  const { form, sent } = open(stored, () => {
    if (isGone) throw new ApiError({ status: 404, url: '' })
    return { data: { type: 'pages', id: '5' } }
  })
  form.change({ title: 'Still here' })
  await expect(form.save()).rejects.toThrow(ApiError)
  expect(form.state.isGone).toBe(true)
  isGone = false
  await form.save()
  expect(sent.at(-1)).toMatchObject({
    path: '/pages',
    method: 'POST',
    data: { attributes: { content: 'Be kind.' } },
  })
})

test('what is stored by now is shown unless there are changes', () => {
  const { form } = open(stored)
  form.adopt({ ...stored, content: 'Be kinder.' })
  expect(form.state.values.content).toBe('Be kinder.')
  form.change({ content: 'Mine' })
  form.adopt({ ...stored, content: 'Be kindest.' })
  expect(form.state).toMatchObject({ from: { content: 'Be kinder.' }, values: { content: 'Mine' } })
})

test('a page has one form while the area is open', () => {
  const app = {} as App
  expect(formOf(app, stored)).toBe(formOf(app, { ...stored }))
  expect(formOf(app, undefined)).not.toBe(formOf(app, stored))
})
