import { ApiError } from '@parley/client'
import { expect, test } from 'vitest'
import { type TypesAccess, TypesModel } from './types-model.ts'

/** A model of three types. `answer` gets each order that is sent. */
async function open(answer: (body: { order: number[]; seen: number[] }) => Promise<void>) {
  let order = ['1', '2', '3']
  const shown: string[] = []
  const errors: unknown[] = []
  const app = {
    t: (key: string, params?: object) => `${key.split('.').pop()} ${JSON.stringify(params)}`,
    alerts: { show: (text: string) => shown.push(text), showError: (error: unknown) => errors.push(error) },
    api: {
      request: async (path: string, { body }: { body?: never } = {}) => {
        if (path === '/reactions/order') return answer(body as never)
        if (path !== '/reactions') throw new ApiError({ status: 404, url: path })
        return {
          data: order.map((id, position) => ({
            id,
            attributes: { identifier: `x${id}`, position, enabled: true },
          })),
        }
      },
    },
  } as unknown as TypesAccess
  const model = new TypesModel(app)
  await model.reload()
  const ids = () => model.state.types.map(({ id }) => id)
  return { model, shown, errors, ids, put: (next: string[]) => (order = next) }
}

test('moves show at once, and those made meanwhile are saved together behind the first', async () => {
  let release = () => {}
  const sent: unknown[] = []
  const { model, ids, shown } = await open(async (body) => {
    sent.push(body)
    if (sent.length === 1) await new Promise<void>((resolve) => (release = resolve))
  })
  const first = model.move('3', 0)
  expect([ids(), model.state.phase]).toEqual([['3', '1', '2'], 'saving'])
  const others = [model.move('2', 0), model.move('1', 0)]
  release()
  await Promise.all([first, ...others])
  expect(sent).toEqual([
    { order: [3, 1, 2], seen: [1, 2, 3] },
    { order: [1, 2, 3], seen: [3, 1, 2] },
  ])
  expect(model.state.phase).toBe('saved')
  expect(shown).toEqual(['moved_message {"reaction":"x1","place":1,"count":3}'])
})

test('a failed move and a failed switch are taken back; the order of another administrator is shown', async () => {
  let status = 500
  const { model, ids, shown, errors, put } = await open(() =>
    Promise.reject(new ApiError({ status, url: 'https://example.org/api/reactions/order' })),
  )
  await model.move('3', 0)
  expect([ids(), errors.length]).toEqual([['1', '2', '3'], 1])
  status = 409
  put(['2', '1', '3'])
  await model.move('3', 0)
  expect([ids(), errors.length]).toEqual([['2', '1', '3'], 1])
  expect(shown).toEqual(['changed_message undefined'])
  await model.enable('1', false)
  expect(model.state.types.map(({ enabled }) => enabled)).toEqual([true, true, true])
  expect(errors).toHaveLength(2)
})
