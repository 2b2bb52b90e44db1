import type { ResourceDocument } from '@parley/shared'
import { z } from 'zod'
import { type AnswerDocument, answer } from '../../../engine/jsonapi/api.ts'
import { StreamedDocument } from '../../../engine/jsonapi/streamed.ts'
import { answerForm, renderFormPage } from '../../../engine/page/form-pages.ts'
import { permissionDenied } from '../../../infrastructure/errors.ts'
import { text } from '../../../infrastructure/schema/values.ts'
import type { Context } from '../../../points/context/context.ts'
import type { Route, RouteRequest } from '../../../points/requests/routes.ts'

const replyPath = ({ params }: RouteRequest) => `/d/${encodeURIComponent(params.id ?? '')}/reply`
const composerPath = '/composer'

/** Writing without JavaScript: forms on pages of the client, which redirect to the new post or discussion. */
export const writingRoutes: Route[] = [
  {
    method: 'GET',
    path: '/d/:id/reply',
    describes: { summary: 'Show the form to reply', answers: { 200: 'page', 403: 'error', 404: 'error' } },
    run: (request, context) =>
      renderFormPage(context, replyPath(request), { session: request.session, status: 200 }),
  },
  {
    method: 'POST',
    path: '/d/:id/reply',
    describes: {
      summary: 'Reply, by a form',
      body: z.object({ content: text() }),
      answers: { 303: 'redirect', 403: 'page', 404: 'error', 422: 'page', 429: 'page' },
    },
    run: (request, context) =>
      answerForm(request, context, replyPath(request), async () => {
        const id = /^\d+/.exec(request.params.id ?? '')?.[0]
        const data = {
          attributes: { content: request.body.content },
          relationships: { discussion: { data: { type: 'discussions', id } } },
        }
        const query = { include: 'discussion' }
        const { document } = await answer(context, {
          type: 'posts',
          endpoint: 'create',
          query,
          body: { data },
        })
        return `/d/${id}/${attributesOf(document).number}`
      }),
  },
  {
    method: 'GET',
    path: composerPath,
    describes: {
      summary: 'Show the form to start a discussion',
      answers: { 200: 'page', 302: 'redirect', 403: 'error', 404: 'error' },
    },
    run: ({ session }, context) => {
      if (context.actor.isGuest) return { status: 302, redirect: `${context.forum.baseUrl}/login` }
      if (!context.actor.can('startDiscussion')) throw permissionDenied()
      return renderFormPage(context, composerPath, { session, status: 200 })
    },
  },
  {
    method: 'POST',
    path: composerPath,
    describes: {
      summary: 'Start a discussion, by a form',
      body: z.object({ title: text(), content: text() }),
      answers: { 303: 'redirect', 403: 'page', 404: 'error', 422: 'page', 429: 'page' },
    },
    run: (request, context) =>
      answerForm(request, context, composerPath, async () => {
        const { title, content } = request.body
        const relationships = relationshipsIn(request, context)
        const body = { data: { attributes: { title, content }, relationships } }
        const query = { include: 'user' }
        const { document } = await answer(context, { type: 'discussions', endpoint: 'create', query, body })
        return `/d/${attributesOf(document).slug}`
      }),
  },
]

/** The relationships of a new discussion in a form: a field with the name of a relation has ids of its targets. */
function relationshipsIn({ body }: RouteRequest, { forum }: Context): Record<string, unknown> {
  const relations = [...(forum.points.resources.get('discussions')?.relations ?? [])]
  return Object.fromEntries(
    relations.flatMap(([name, { to, many, write }]) => {
      if (!write || body[name] === undefined) return []
      const targets = [body[name]].flat().map((id) => ({ type: to, id }))
      return [[name, { data: many ? targets : targets[0] }]]
    }),
  )
}

function attributesOf(document: AnswerDocument | undefined): Record<string, unknown> {
  const { data } = (
    document instanceof StreamedDocument ? document.withoutLongParts : document
  ) as ResourceDocument
  return data.attributes ?? {}
}
