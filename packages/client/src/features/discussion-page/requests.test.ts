import { expect, test } from 'vitest'
import { RouteTable } from '../../points/routes.ts'
import { discussionPageFeature } from './feature.ts'
import { discussionRequests } from './requests.ts'

function locate(url: string) {
  const found = new RouteTable(new Map(Object.entries(discussionPageFeature.routes ?? {}))).match(url)
  if (found === undefined) throw new Error(`${url} is no discussion`)
  return found.location
}

const none = { includes: new Map() }

const postsOf = (url: string) => decodeURIComponent(discussionRequests(locate(url), none)[1] ?? '')

test('requests the discussion by id and without its posts', () => {
  const [discussion] = discussionRequests(locate('/d/12-some-title'), none)
  expect(discussion).toBe('/discussions/12?include=user,lastPostedUser,hiddenUser')
})

test.each([
  ['/d/12-some-title', '/posts?filter[discussion]=12'],
  ['/d/12', '/posts?filter[discussion]=12'],
  ['/d/12/1', '/posts?filter[discussion]=12'],
  ['/d/12/nonsense', '/posts?filter[discussion]=12'],
  ['/d/12/-3', '/posts?filter[discussion]=12'],
  ['/d/12/71', '/posts?filter[discussion]=12&page[near]=71'],
  ['/d/12/71?page=9', '/posts?filter[discussion]=12&page[near]=71'],
  ['/d/12/reply', '/posts?filter[discussion]=12&page[near]=2147483647'],
  ['/d/12/99999999999', '/posts?filter[discussion]=12&page[near]=2147483647'],
  ['/d/12?page=3', '/posts?filter[discussion]=12&page[offset]=40'],
  ['/d/12?page=0', '/posts?filter[discussion]=12'],
])('%s requests %s', (url, request) => {
  expect(postsOf(url)).toBe(request)
})

test('an invalid id requests no posts', () => {
  expect(discussionRequests(locate('/d/title'), none)).toHaveLength(1)
})

test('what extensions include is requested with the discussion, its posts and their authors', () => {
  const includes = new Map([
    ['discussions', ['labels']],
    ['discussions.list', ['firstPost']],
    ['posts', ['bookmarks']],
    ['users', ['medals']],
  ])
  expect(discussionRequests(locate('/d/12/71'), { includes })).toEqual([
    '/discussions/12?include=user,lastPostedUser,hiddenUser,firstPost,labels',
    '/posts?include=user,user.groups,editedUser,hiddenUser,discussion,bookmarks,user.medals&filter%5Bdiscussion%5D=12&page%5Bnear%5D=71',
  ])
})
