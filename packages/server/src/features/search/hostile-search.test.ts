import { EventEmitter } from 'node:events'
import { admin, onBothDatabases, startDiscussion } from '@parley/testing'
import { expect, test } from 'vitest'
import { searchDiscussions } from './discussion-search.ts'

/** Chinese characters of four bytes each, in an order in which hardly any pair repeats. */
function han(count: number): string {
  let seed = 1
  const characters = Array.from({ length: count }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCodePoint(0x20000 + (seed % 42_000))
  })
  return characters.join('')
}

onBothDatabases((open) => {
  test('a text with the largest number of different character sequences is posted and found', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const beginning = '\u{2a6d1}\u{2a6d2}\u{2a6d3}'
    const content = beginning + han(65_532)
    const { status, body } = await startDiscussion(client, { title: 'Many characters', content })
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined })
    const found = await client.get(`/api/discussions?filter[q]=${encodeURIComponent(beginning)}`)
    expect(found.body.data).toHaveLength(1)
  })

  test('a search of very many sequences of characters is answered', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    await startDiscussion(client, { title: 'Many characters', content: han(2000) })
    const q = Array.from({ length: 20 }, (_, place) => han(place + 5)).join(' ')
    const { status } = await client.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
  })

  test('a search stops its queries when the visitor disconnects', async () => {
    const forum = await open()
    const { database } = forum.current
    const request = { text: 'gardne bycicle weathre', conditions: [] }
    const connection = Object.assign(new EventEmitter(), { destroyed: false })
    const context = { ...forum.asSystem(), client: { ip: '127.0.0.1', userAgent: '', connection } }
    const before = database.queries
    await searchDiscussions(request, context)
    const queriesOfSearch = database.queries - before
    const search = searchDiscussions(request, context)
    connection.emit('close')
    await expect(search).rejects.toMatchObject({ status: 503 })
    expect(database.queries - before - queriesOfSearch).toBeLessThan(queriesOfSearch / 2)
  })
})
