import { expect, test } from 'vitest'
import { iconPath, isIconName } from './icon-name.ts'

test.each([
  ['fas fa-tag', 'fas/tag'],
  ['far fa-comment-dots', 'far/comment-dots'],
  ['fab fa-500px', 'fab/500px'],
  ['fa fa-comments-o', 'fa/comments-o'],
  ['fa-solid fa-tag', 'fas/tag'],
  ['fa-regular fa-clock', 'far/clock'],
  ['fa-brands fa-github', 'fab/github'],
  ['fa-tag fas', 'fas/tag'],
  ['icon fas fa-tag fa-fw', 'fas/tag'],
  ['  fas\n\tfa-tag ', 'fas/tag'],
])('%j is the icon %s', (classes, icon) => {
  expect(iconPath(classes)).toBe(`/assets/icons/${icon}.svg`)
})

test.each([
  '',
  'fas',
  'fa-tag',
  'tag',
  'fas tag',
  'fas fa-',
  'fas fa-Tag',
  'FAS fa-tag',
  'fas fa-tag.svg',
  'fas fa-../../package',
  'fas fa-..%2f..%2fpackage',
  'fas fa-a/b',
  'fas fa-a\\b',
  'fas fa-tag")',
  "fas fa-tag');color:red",
  'fas fa-tag;x:url(//evil.example)',
  'fas fa-tag\u0000',
  'fas fa-täg',
  'fas fa--tag',
  'fas fa-tag-',
  '../fas fa-tag',
  'fas fa-tag/..',
  `fas fa-${'x'.repeat(100)}`,
])('%j is no icon', (classes) => {
  expect(iconPath(classes)).toBeUndefined()
})

test('a name is lower-case letters, digits and single hyphens', () => {
  expect(['tag', '0', '42-group', 'circle-user'].filter(isIconName)).toHaveLength(4)
  expect(['', '-', 'a--b', '../a', 'A', 'a b', 'a\n'].filter(isIconName)).toEqual([])
})
