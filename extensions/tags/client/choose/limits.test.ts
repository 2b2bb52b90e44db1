import { expect, test } from 'vitest'
import type { TagLimits } from '../../contract/client.tsx'
import { forumLimits, limitsOf } from './limits.ts'

test('limits that are not given allow any number', () => {
  expect(limitsOf({})).toMatchObject({ minPrimary: 0, maxPrimary: Infinity, minTotal: 0, maxTotal: Infinity })
})

test('the forum has its limits as texts', () => {
  const forum = { minPrimaryTags: '1', maxPrimaryTags: '10', minSecondaryTags: '0', maxSecondaryTags: '3' }
  const expected = { minPrimary: 1, maxPrimary: 10, minSecondary: 0, maxSecondary: 3 }
  expect(forumLimits(forum)).toEqual(expected)
  expect(limitsOf(forumLimits(forum))).toMatchObject(expected)
})

test.each<[Partial<TagLimits>, string]>([
  [{ minPrimary: 2, maxPrimary: 1 }, 'minPrimary is greater than maxPrimary'],
  [{ minSecondary: 1, maxSecondary: 0 }, 'minSecondary is greater than maxSecondary'],
  [{ minTotal: 5, maxPrimary: 1, maxSecondary: 3 }, 'minTotal is greater than maxPrimary and maxSecondary'],
  [{ maxTotal: 1, minPrimary: 1, minSecondary: 1 }, 'maxTotal is less than minPrimary and minSecondary'],
  [{ minTotal: 3, maxTotal: 2 }, 'minTotal is greater than maxTotal'],
])('limits that no choice meets are an error: %j', (limits, message) => {
  expect(() => limitsOf(limits)).toThrow(message)
})

test.each<Partial<TagLimits>>([
  { minPrimary: 1, maxPrimary: 1, minSecondary: 3, maxSecondary: 3, minTotal: 4, maxTotal: 4 },
  { maxPrimary: 0, maxSecondary: 0, maxTotal: 0 },
])('limits that exactly one number meets are none: %j', (limits) => {
  expect(limitsOf(limits)).toMatchObject(limits)
})
