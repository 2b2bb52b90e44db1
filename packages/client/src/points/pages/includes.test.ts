import { expect, test } from 'vitest'
import { defineClientExtension } from '../extension.ts'
import type { Source } from '../sources.ts'
import { combineIncludes, includesBesides, includesOf } from './includes.ts'

const labels: Source = {
  id: 'labels',
  extension: defineClientExtension({ includes: { discussions: ['labels'] } }),
}
const polls: Source = {
  id: 'polls',
  extension: defineClientExtension({
    includes: { discussions: ['poll'], 'discussions.list': ['votes'], posts: ['poll'] },
  }),
}

const expectNoFault = (_: string, error: unknown) => expect.fail(String(error))

const shown = { posts: '', discussions: 'discussion.' }

test('a request includes its own relationships and no others by default', () => {
  const includes = combineIncludes([{ id: 'empty', extension: {} }], expectNoFault)
  expect(includesOf({ includes }, shown, ['user'])).toEqual(['user'])
  expect(includesBesides({ includes }, shown, ['user'])).toBeUndefined()
})

test('those of all extensions follow, behind the path to their resource', () => {
  const includes = combineIncludes([labels, polls], expectNoFault)
  const expected = ['user', 'poll', 'discussion.labels', 'discussion.poll']
  expect(includesOf({ includes }, shown, ['user'])).toEqual(expected)
  expect(includesBesides({ includes }, shown, ['user'])).toEqual(expected)
})

test('those of lists are in lists only', () => {
  const includes = combineIncludes([polls], expectNoFault)
  expect(includesOf({ includes }, { discussions: '', 'discussions.list': '' }, [])).toEqual(['poll', 'votes'])
  expect(includesOf({ includes }, { discussions: '' }, [])).toEqual(['poll'])
})
