import { expect, test } from 'vitest'
import type { ClientExtension } from '../extension.ts'
import { combinePoints } from '../points.ts'

/** What is reported of a declaration, which may be faulty. */
function faultsOf(declaration: object): string[] {
  const faults: string[] = []
  const source = { id: 'odd', extension: declaration as ClientExtension }
  combinePoints([source], (extension, error) => faults.push(`${extension}: ${(error as Error).message}`))
  return faults
}

const load = async () => ({ default: () => {} })

test.each([
  [{ renderedPosts: { load } }, 'renderedPosts: is not a function.'],
  [{ postHtml: '<p>' }, 'postHtml: is not a function.'],
  [{ linkCards: { rooms: { load } } }, 'linkCards: is not a function.'],
  [{ postReference: '@' }, 'postReference: is not a function.'],
  [{ searchSection: './section.tsx' }, 'searchSection: is not a function.'],
  [{ afterLogIn: [load] }, 'afterLogIn: is not a function.'],
  [{ appearance: { posts: 'is-odd' } }, 'appearance: is not a function.'],
  [
    { includes: { tags: ['parent'] } },
    'includes › tags: must be one of discussions, discussions.list, posts, users, notifications.',
  ],
])('a faulty section is reported: %o', (declaration, message) => {
  expect(faultsOf(declaration)).toEqual([`odd: ${message}`])
})

test('sections of the right kind are not', () => {
  const declaration = { renderedPosts: load, searchSection: load, afterLogIn: load }
  expect(faultsOf({ ...declaration, appearance: { posts: load }, includes: { posts: ['a'] } })).toEqual([])
})
