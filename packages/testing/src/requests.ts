import type { ApiClient, ApiResponse } from './api-client.ts'

/** Starts a discussion over the API. @param attributes are sent unchanged and may be invalid. */
export function startDiscussion(client: ApiClient, attributes: object): Promise<ApiResponse> {
  return client.post('/api/discussions', { data: { type: 'discussions', attributes } })
}

/** Changes a discussion over the API. */
export function changeDiscussion(
  client: ApiClient,
  id: number | string,
  attributes: object,
  from?: unknown,
): Promise<ApiResponse> {
  const data = {
    type: 'discussions',
    id: String(id),
    attributes,
    ...(from !== undefined && { meta: { from } }),
  }
  return client.patch(`/api/discussions/${id}`, { data })
}

/** Replies over the API. @param discussionId is sent unchanged and may be invalid. */
export function replyTo(
  client: ApiClient,
  discussionId: unknown,
  attributes: object = { content: 'A reply' },
): Promise<ApiResponse> {
  const relationships = { discussion: { data: { type: 'discussions', id: discussionId } } }
  return client.post('/api/posts', { data: { type: 'posts', attributes, relationships } })
}

/** Changes a post over the API. */
export function changePost(
  client: ApiClient,
  id: number | string,
  attributes: object,
  from?: unknown,
): Promise<ApiResponse> {
  const data = { type: 'posts', id: String(id), attributes, ...(from !== undefined && { meta: { from } }) }
  return client.patch(`/api/posts/${id}`, { data })
}

/** Ids of the resources in the response of a list. */
export function idsOf({ body }: ApiResponse): number[] {
  return body.data.map(({ id }) => Number(id))
}

/** Id of the user for whom the server acts; 'guest' without one. */
export async function actorOf(client: ApiClient, headers?: Record<string, string>): Promise<string> {
  const { body } = await client.get('/api', headers)
  return body.data.relationships?.actor?.data.id ?? 'guest'
}

/** Opens a page with a form. Returns it with the token that the form sends. */
export async function openForm(
  browser: ApiClient,
  path: string,
): Promise<{ page: ApiResponse; csrfToken: string }> {
  const page = await browser.get(path)
  return { page, csrfToken: /name="csrfToken" value="([^"]+)"/.exec(page.text)?.[1] ?? '' }
}
