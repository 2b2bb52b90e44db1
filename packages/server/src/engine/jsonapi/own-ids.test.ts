import { createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { defineExtension } from '../../points/extension.ts'
import { answerRows } from './documents/route-answers.ts'

declare module '../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    echoes: { id: number; wire_id?: string }
  }
}

const rows = [{ id: 1, wire_id: 'cave-1' }, { id: 2 }]

/** Rows of two tables under one type: the ids of one have a prefix. */
const declaration = defineExtension({
  resources: {
    echoes: {
      forms: ['full'],
      load: async (ids) => rows.filter(({ id }) => ids.includes(id)),
      fields: { sound: { get: () => 'oh' } },
      relations: { others: { to: 'echoes', many: true, load: async () => new Map([[2, rows]]) } },
    },
  },
  routes: [
    {
      method: 'GET',
      path: '/api/caves',
      document: { type: 'echoes', include: { default: ['others'] } },
      run: (request, context) => answerRows(request, context, [1, 2]),
    },
  ],
})

test('a row can have an id of its own form in answers; that of others is their number', async () => {
  const forum = await createTestForum({
    extensions: [{ id: 'echoes', title: 'Echoes', version: '1.0.0', declaration }],
  })
  const { body } = await forum.guest().get('/api/caves')
  expect(body.data.map(({ id }) => id)).toEqual(['cave-1', '2'])
  const ofSecond = body.data[1]?.relationships?.others?.data
  expect(ofSecond).toEqual([
    { type: 'echoes', id: 'cave-1' },
    { type: 'echoes', id: '2' },
  ])
  expect(body.included?.map(({ id }) => id)).toEqual(['cave-1'])
})
