import { type Extension, problemOf, translatorOf, validationError } from '@parley/server'
import { toWireJson } from '@parley/shared'
import { z } from 'zod'
import { MOST_ADDRESSES } from '../../shared/rules.ts'
import { failure, previewAnswer } from './preview.ts'
import { previewsOf } from './previews.ts'

type Route = NonNullable<Extension['routes']>[number]

const path = '/api/datlechin-link-preview'

/** `GET /api/datlechin-link-preview?url=`: the preview of one address. Addresses without one are answered 200, too. */
const showRoute: Route = {
  method: 'GET',
  path,
  isInViews: true,
  isSlow: true,
  describes: {
    summary: 'Show the preview of a link',
    query: { url: z.string() },
    answers: { 200: { json: previewAnswer } },
  },
  async run({ query: { url } }, context) {
    const previews = typeof url === 'string' ? await previewsOf([url], context) : undefined
    return { status: 200, json: previews?.get(String(url)) ?? failure(context) }
  },
}

const urls = z.array(z.string())

/** `POST /api/datlechin-link-preview/batch`: the previews of several addresses, in the order of the request. */
const batchRoute: Route = {
  method: 'POST',
  path: `${path}/batch`,
  describes: {
    summary: 'Show the previews of several links',
    body: z.object({ urls }),
    answers: { 200: { json: z.record(z.string(), previewAnswer) }, 422: 'error' },
  },
  async run({ body }, context) {
    const asked = urls.safeParse(body.urls).data
    if (!asked) {
      const rule = (body.urls ?? null) === null ? 'required' : 'array'
      throw validationError({ problems: [problemOf(rule, 'urls', translatorOf(context))] })
    }
    const addresses = [...new Set(asked)]
    const previews = await previewsOf(addresses.slice(0, MOST_ADDRESSES), context)
    const answer = (address: string) => previews.get(address) ?? failure(context)
    return { status: 200, contentType: 'application/json', pieces: () => membersOf(addresses, answer) }
  },
}

/** Members in one piece of the answer. */
const pieceSize = 100

/** The JSON of an object whose keys keep their order, also those that look like numbers. */
async function* membersOf(
  keys: readonly string[],
  answerOf: (key: string) => unknown,
): AsyncGenerator<string, void, undefined> {
  const member = (key: string) => `${toWireJson(key)}:${toWireJson(answerOf(key))}`
  for (let start = 0; start < keys.length; start += pieceSize) {
    const piece = keys.slice(start, start + pieceSize).map(member)
    yield `${start === 0 ? '{' : ','}${piece.join(',')}`
  }
  yield keys.length === 0 ? '{}' : '}'
}

export const previewRoutes: readonly Route[] = [showRoute, batchRoute]
