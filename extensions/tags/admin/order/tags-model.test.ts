import { ApiError } from '@parley/client'
import { expect, test } from 'vitest'
import { type TagsAccess, TagsModel } from './tags-model.ts'

/** A model of the tags a, b and s, of which s is secondary. `answer` gets each order that is sent. */
function open(answer: (body: { order: unknown; seen: unknown }) => Promise<void>) {
  let tags = [tag('1', 0), tag('2', 1), tag('3', null)]
  const shown: { text: string; undo?: () => void }[] = []
  const errors: unknown[] = []
  const app = {
    t: (key: string, params: Record<string, unknown>) => `${key.split('.').pop()} ${JSON.stringify(params)}`,
    alerts: {
      show: (text: string, { undo }: { undo?: () => void }) => shown.push({ text, ...(undo && { undo }) }),
      showError: (error: unknown) => errors.push(error),
      dismiss: () => undefined,
    },
    store: {
      get: (_type: string, id: string) => tags.find((each) => each.id === id),
      push: () => undefined,
      read: (request: () => unknown) => request(),
    },
    api: {
      request: async (path: string, { body }: { body?: never } = {}) =>
        path === '/tags/order' ? answer(body as never) : { data: tags },
    },
  } as unknown as TagsAccess
  const model = new TagsModel(app, { data: tags })
  return { model, shown, errors, put: (next: typeof tags) => (tags = next) }
}

function tag(id: string, position: number | null) {
  return { id, type: 'tags', name: `Tag ${id}`, position, isChild: false, relationships: {} }
}

const ids = (model: TagsModel) => model.state.arrangement.map(({ id }) => id)
const refusal = (status: number) => new ApiError({ status, url: 'https://example.org/api/tags/order' })

test('a move shows at once, is saved with the order that was seen, and can be undone', async () => {
  const sent: unknown[] = []
  const { model, shown } = open(async (body) => void sent.push(body))
  const moving = model.move('3', { before: '1' })
  expect([ids(model), model.state.phase]).toEqual([['3', '1', '2'], 'saving'])
  await moving
  expect(model.state.phase).toBe('saved')
  expect(sent).toEqual([
    {
      order: ['3', '1', '2'].map((id) => ({ id, children: [] })),
      seen: ['1', '2'].map((id) => ({ id, children: [] })),
    },
  ])
  expect(shown).toMatchObject([{ text: 'moved_primary_message {"tag":"Tag 3","place":1,"count":3}' }])
  shown[0]?.undo?.()
  await expect.poll(() => model.state.phase).toBe('saved')
  expect(ids(model)).toEqual(['1', '2'])
})

test('moves made while one is saved are saved together behind it', async () => {
  let release = () => {}
  const orders: string[] = []
  const { model, shown } = open(async ({ order }) => {
    orders.push((order as { id: string }[]).map(({ id }) => id).join())
    if (orders.length === 1) await new Promise<void>((resolve) => (release = resolve))
  })
  const first = model.move('2', { before: '1' })
  const others = [model.move('3', {}), model.move('1', { parent: '3' })]
  release()
  await Promise.all([first, ...others])
  expect(orders).toEqual(['2,1', '2,3'])
  expect(model.state.arrangement[1]).toEqual({ id: '3', children: ['1'] })
  expect(shown.map(({ text }) => text)).toEqual([
    'moved_child_message {"tag":"Tag 1","place":1,"count":1,"parent":"Tag 3"}',
  ])
})

test('a failed move is taken back', async () => {
  const { model, shown, errors } = open(() => Promise.reject(refusal(500)))
  await model.move('2', { before: '1' })
  expect([ids(model), model.state.phase]).toEqual([['1', '2'], 'idle'])
  expect([shown, errors]).toEqual([[], [expect.any(ApiError)]])
})

test('the order of another administrator is shown, and told', async () => {
  const { model, shown, put } = open(() => Promise.reject(refusal(409)))
  put([tag('2', 0), tag('4', 1)])
  await model.move('3', {})
  expect([ids(model), model.state.ids]).toEqual([
    ['2', '4'],
    ['2', '4'],
  ])
  expect(shown.map(({ text }) => text)).toEqual(['changed_message undefined'])
})
