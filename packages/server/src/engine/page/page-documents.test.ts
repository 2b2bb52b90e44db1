import { eachTestForum, makeDiscussion, makeUser } from '@parley/testing'
import { expect, test } from 'vitest'
import { allow } from '../../points/access/verdicts.ts'
import { defineExtension, type Extension, type InstalledExtension } from '../../points/extension.ts'
import type { Route } from '../../points/requests/routes.ts'
import { anonymousContext } from '../http/answers/failures.ts'
import { answerList } from '../jsonapi/documents/route-answers.ts'
import { findRow } from '../jsonapi/rows.ts'
import { cacheTagsOf } from './cache-tags.ts'
import { answerRequests } from './page-documents.ts'

const routes: Route[] = [
  {
    method: 'GET',
    path: '/api/users/:id/discussions',
    document: { type: 'discussions', include: { default: ['user'] } },
    async run(request, context) {
      const { id } = await findRow(context, 'users', Number(request.params.id))
      return answerList(request, context, { where: (eb) => eb('discussions.user_id', '=', id) })
    },
  },
  {
    method: 'GET',
    path: '/api/of/halls/newest',
    document: { type: 'discussions' },
    run: (request, context) => answerList(request, context, { sort: () => '-id' }),
  },
  { method: 'GET', path: '/api/plain', run: () => ({ status: 200, json: { plain: true } }) },
  {
    method: 'GET',
    path: '/api/tokens',
    document: { type: 'discussions' },
    run: ({ session }) => ({ status: 200, json: { data: session.csrfToken } }),
  },
]

/** Groups by their names at a path of their own, and the discussions of a user. */
const halls: InstalledExtension = {
  id: 'halls',
  title: 'Halls',
  version: '1.0.0',
  declaration: defineExtension({
    policies: { halls: { view: { verdict: () => allow, scope: () => true } } },
    resources: {
      halls: {
        table: 'groups',
        path: 'of/halls',
        fields: { name: { column: 'name_singular' } },
        endpoints: {
          index: { isWhole: () => true },
          show: {
            idOf: (name: string) => (name === 'admin' ? 1 : undefined),
          },
        },
      },
    },
    routes,
  } as unknown as Extension),
}

eachTestForum((open) => {
  test('a page without a session embeds what each path below /api/ answers to a guest', async () => {
    const forum = await open({ extensions: [halls] })
    const { id: userId } = await makeUser(forum)
    const { id } = await makeDiscussion(forum, { user_id: userId })
    await makeDiscussion(forum, { user_id: userId, hidden_at: '2020-01-01T00:00:00.000Z' })
    const context = anonymousContext(forum.current)
    const paths = [
      '/discussions',
      `/discussions/${id}?include=user`,
      '/totals/discussions',
      '/of/halls?page[limit]=1',
      '/of/halls/admin',
      '/of/halls/1',
      '/of/halls/newest?page[limit]=1',
      `/users/${userId}/discussions?fields[users]=username`,
      `/users/${userId}/discussions?include=posts`,
      '/users/99/discussions',
      '/halls',
      '/of',
    ]
    const { documents } = await answerRequests(context, paths)
    for (const path of paths) {
      const { body } = await forum.guest().get(`/api${path}`)
      expect({ path, document: JSON.parse(JSON.stringify(documents[path])) }).toEqual({
        path,
        document: body,
      })
    }
    const [, list] = Object.entries(documents).find(([path]) => path.includes('fields')) ?? []
    expect(list).toMatchObject({ data: [{ id: String(id) }], included: [{ id: String(userId) }] })
  })

  test('without a document or for a session, a route is not answered for such a page', async () => {
    const forum = await open({ extensions: [halls] })
    const context = anonymousContext(forum.current)
    const { documents } = await answerRequests(context, ['/plain'])
    expect(documents['/plain']).toMatchObject({ errors: [{ status: '404' }] })
    await expect(answerRequests(context, ['/tokens'])).rejects.toThrow('it has no session')
  })

  test('a change of any row makes a page stale that shows the document of a route', async () => {
    const forum = await open({ extensions: [halls] })
    const { id } = await makeUser(forum)
    const context = anonymousContext(forum.current)
    const tagsOf = async (path: string) =>
      cacheTagsOf((await answerRequests(context, [path])).documents, context).filter((tag) =>
        tag.endsWith(':list'),
      )
    expect(await tagsOf('/of/halls')).toEqual(['halls:list'])
    expect(await tagsOf('/of/halls/admin')).toEqual([])
    const types = [...forum.current.points.resources.keys()]
    expect(await tagsOf(`/users/${id}/discussions`)).toEqual(types.map((type) => `${type}:list`))
  })
})
