import { createTestForum, Description, endpointsOf, makeDiscussion } from '@parley/testing'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Context } from '../../points/context/context.ts'
import { defineExtension } from '../../points/extension.ts'
import type { RouteRequest } from '../../points/requests/routes.ts'
import { answerList } from '../jsonapi/documents/route-answers.ts'

const operationsOf = ({ document }: Description) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

test('the document is valid OpenAPI 3.1 and describes every endpoint', async () => {
  const forum = await createTestForum()
  const answer = await forum.guest().get('/api/openapi.json')
  expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
    status: 200,
    type: 'application/json; charset=utf-8',
  })
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(answer.text))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const described = operationsOf(await Description.of(forum.guest()))
  const endpoints = endpointsOf(forum).map((endpoint) => endpoint.replace(/:([A-Za-z]+)/g, '{$1}'))
  expect(described.sort()).toEqual(endpoints.sort())
})

test('every reference has a target', async () => {
  const { document } = await Description.of((await createTestForum()).guest())
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  const broken = new Set(references).values().filter((path) => {
    const follow = (found: unknown, name: string) => (found as Record<string, unknown> | undefined)?.[name]
    return path.split('/').reduce(follow, document as unknown) === undefined
  })
  expect(references.length).toBeGreaterThan(100)
  expect([...broken]).toEqual([])
})

test('operation ids are unique', async () => {
  const { document } = await Description.of((await createTestForum()).guest())
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as unknown as { operationId: string }).operationId),
  )
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('every field and route of the core has a description', async () => {
  const { resources, routes } = (await createTestForum()).current.points
  const undescribed = [...resources.values()].flatMap(({ type, fields }) =>
    [...fields].flatMap(([name, { json, column, get, load }]) =>
      json === undefined && (column || get || load) ? [`${type}.${name}`] : [],
    ),
  )
  expect(undescribed).toEqual([])
  expect(routes.filter(({ describes }) => !describes).map(({ method, path }) => `${method} ${path}`)).toEqual(
    [],
  )
})

test('it describes request bodies, parameters and authentication', async () => {
  const { document } = await Description.of((await createTestForum()).guest())
  const text = JSON.stringify(document.paths['/api/posts'])
  const list = document.paths['/api/discussions']?.get as unknown as {
    parameters: { name: string; $ref?: string; schema: { items?: { enum: string[] } } }[]
    security: object[]
  }
  const parameter = (name: string) => list.parameters.find((each) => each.name === name)?.schema.items?.enum
  expect(parameter('sort')).toContain('-lastPostedAt')
  expect(parameter('include')).toEqual(expect.arrayContaining(['user', 'firstPost']))
  expect(list.parameters).toContainEqual({ $ref: '#/components/parameters/fields.users' })
  expect(document.components).toMatchObject({
    parameters: {
      'fields.users': { schema: { items: { enum: expect.arrayContaining(['displayName']) } } },
    },
    responses: { 'document-429': { headers: { 'Retry-After': {} } } },
  })
  expect(list.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['filter[q]', 'filter[author]', 'page[limit]', 'page[after]']),
  )
  expect(list.security).toContainEqual({})
  expect(document.paths['/api/discussions']?.post).toMatchObject({
    security: [{ token: [] }, { session: [], csrf: [] }],
    requestBody: {
      required: true,
      content: {
        'application/vnd.api+json': {
          schema: {
            properties: {
              data: {
                properties: {
                  attributes: {
                    required: ['title', 'content'],
                    properties: { title: { type: 'string', minLength: 3, maxLength: 80 } },
                  },
                },
              },
            },
          },
        },
      },
    },
  })
  expect(text).toContain('Idempotency-Key')
  expect(document.paths['/api/posts']?.post?.responses[429]).toEqual({
    $ref: '#/components/responses/document-429',
  })
})

test('it includes extensions; undescribed fields allow any value', async () => {
  const declaration = defineExtension({
    resources: {
      users: { fields: { shoe: { get: () => 42, json: 'integer' }, hat: { get: () => 'red' } } },
    },
    routes: [
      {
        method: 'POST',
        path: '/api/weather/:place',
        describes: {
          summary: 'Change the weather',
          body: z.object({ sun: z.boolean() }),
          answers: { 200: { json: z.object({ sun: z.boolean() }) }, 418: 'error' },
        },
        name: 'users.create',
        run: () => ({ status: 200, json: { sun: true } }),
      },
      { method: 'GET', path: '/api/silent', run: () => ({ status: 204, empty: true }) },
    ],
  })
  const weather = { id: 'weather', title: 'Weather', version: '1.0.0', declaration }
  const forum = await createTestForum({ extensions: [weather] })
  const description = await Description.of(forum.guest())
  const { document } = description
  expect(await new Validator().validate(document as unknown as Record<string, unknown>)).toEqual({
    valid: true,
  })
  expect(document.components).toMatchObject({
    schemas: {
      users: { properties: { attributes: { properties: { shoe: { type: 'integer' }, hat: {} } } } },
    },
  })
  expect(document.paths['/api/weather/{place}']?.post).toMatchObject({
    summary: 'Change the weather',
    parameters: [{ name: 'place', in: 'path', required: true }],
    operationId: 'POST /api/weather/{place}',
    responses: { 418: { content: { 'application/vnd.api+json': {} } } },
  })
  expect(document.paths['/api/silent']?.get?.responses).toHaveProperty('default')
  const answer = await (await forum.as(1)).post('/api/weather/here', { sun: true })
  expect(description.answerFaults('POST /api/weather/:place', answer)).toEqual([])
})

test('a route with a document takes the parameters of its includes and list, and answers as described', async () => {
  const route = {
    method: 'GET' as const,
    run: (request: RouteRequest, context: Context) =>
      answerList(request, context, { sort: () => '-createdAt' }),
    describes: { summary: 'List discussions', answers: { 200: { resources: 'discussions' } } },
  }
  const include = { default: ['user'], optional: ['firstPost.user'] }
  const declaration = defineExtension({
    routes: [
      { ...route, path: '/api/newest', document: { type: 'discussions', include } },
      { ...route, path: '/api/plain' },
    ],
  })
  const newest = { id: 'newest', title: 'Newest', version: '1.0.0', declaration }
  const forum = await createTestForum({ extensions: [newest] })
  await makeDiscussion(forum, { user_id: 1 })
  const description = await Description.of(forum.guest())
  const parametersOf = (path: string) => {
    const operation = description.document.paths[path]?.get as unknown as { parameters: { name: string }[] }
    return operation.parameters.map(({ name }) => name)
  }
  expect(parametersOf('/api/newest')).toEqual(
    expect.arrayContaining(['include', 'filter[author]', 'sort', 'page[limit]', 'page[after]']),
  )
  expect(parametersOf('/api/newest')).not.toContain('filter[q]')
  expect(parametersOf('/api/plain')).toEqual([])
  for (const query of ['', 'include=firstPost.user', 'sort=slug', 'filter[created]=x']) {
    const answer = await forum.guest().get(`/api/newest?${query}`)
    expect({ query, faults: description.answerFaults('GET /api/newest', answer) }).toEqual({
      query,
      faults: [],
    })
  }
})

test('it is public, has an entity tag, and sets no cookie', async () => {
  const forum = await createTestForum()
  const { headers } = await forum.guest().get('/api/openapi.json')
  expect(headers).not.toHaveProperty('set-cookie')
  const again = await forum.guest().get('/api/openapi.json', { 'if-none-match': String(headers.etag) })
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
})
