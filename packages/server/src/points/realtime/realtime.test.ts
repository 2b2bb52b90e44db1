import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { combineRealtime } from './realtime.ts'

const types = new Map([
  ['posts', { table: 'posts' }],
  ['forums', { table: undefined }],
])
const rung = {
  data: z.object({ postId: z.int() }),
  subject: 'posts',
  subjectId: () => 1,
  topics: () => ['list'],
  describe: () => null,
}

const combine = (...sections: { topics?: object; events?: object; facts?: object }[]) => {
  const of = (name: 'topics' | 'events' | 'facts') =>
    sections.map((section, index) => ({ owner: `bell${index}`, section: section[name] as never }))
  return combineRealtime({ topics: of('topics'), events: of('events'), facts: of('facts') }, types)
}

test('there is nothing to follow, and there are no events, by default', () => {
  const { topics, events, facts } = combine({})
  expect([topics.size, events.size, facts.size]).toEqual([0, 0, 0])
})

test('declared ones are there, with the facts that another extension adds', () => {
  const add = () => ({ isLoud: true })
  const { topics, events, facts } = combine(
    { topics: { post: { row: 'posts' } }, events: { rung } },
    { facts: { rung: add } },
  )
  expect([...topics.keys(), ...events.keys()]).toEqual(['post', 'rung'])
  expect(facts.get('rung')).toEqual([add])
})

test.each<[string, string, object]>([
  ['is the name of a topic of every forum', 'realtimeTopics › user', { topics: { user: { row: 'posts' } } }],
  ["'forums' is no resource with a table", 'realtimeTopics › hall', { topics: { hall: { row: 'forums' } } }],
  [
    'has a name of other characters than letters',
    'realtimeTopics › a:1',
    { topics: { 'a:1': { row: 'posts' } } },
  ],
  ['is the name of an event of every forum', 'realtimeEvents › changed', { events: { changed: rung } }],
  [
    "its subject 'forums' is no resource with a table",
    'realtimeEvents › rung',
    { events: { rung: { ...rung, subject: 'forums' } } },
  ],
  [
    'has details, but no subject',
    'realtimeEvents › rung',
    {
      events: { rung: { ...rung, subject: undefined, details: { isFor: () => true, describe: () => ({}) } } },
    },
  ],
  ['has no subjectId', 'realtimeEvents › rung', { events: { rung: { ...rung, subjectId: undefined } } }],
  ['there is no such event', 'realtimeFacts › rung', { facts: { rung: () => ({}) } }],
])('what %s is a fault', (fault, place, section) => {
  expectFault('bell0', place, fault, () => combine(section))
})
