import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of journeys, in another process. */
export interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

/** What a file is named by. */
export interface UploadedFile {
  uuid: string
  url: string
  bbcode: string
}

async function send(forum: ServedForum, userId: number, path: string, body: string | FormData) {
  const { token } = await forum.current.database.transaction((db) =>
    createAccessToken(db, { userId, type: 'developer', now: forum.current.now() }),
  )
  const json = typeof body === 'string' && { 'content-type': 'application/json' }
  const headers = { authorization: `Token ${token}`, ...json }
  const answer = await fetch(forum.url + path, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Lets members upload files of these types, with the templates that they get. */
export async function allowUploads(forum: ServedForum, templates: Readonly<Record<string, string>>) {
  const types = Object.entries(templates).map(([type, template]) => [type, { adapter: 'local', template }])
  const settings = { 'fof-upload.mimeTypes': JSON.stringify(Object.fromEntries(types)) }
  await send(forum, 1, '/api/settings', JSON.stringify(settings))
  await send(
    forum,
    1,
    '/api/permission',
    JSON.stringify({ permission: 'fof-upload.upload', groupIds: ['3'] }),
  )
}

/** Lets groups download files. */
export async function allowDownloads(forum: ServedForum, groupIds: readonly string[]): Promise<void> {
  await send(forum, 1, '/api/permission', JSON.stringify({ permission: 'fof-upload.download', groupIds }))
}

/** Uploads a file as the administrator. */
export async function uploadFile(
  forum: ServedForum,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  options: Readonly<Record<string, string>> = {},
): Promise<UploadedFile> {
  const form = new FormData()
  form.append('files[]', new Blob([content]), name)
  for (const [option, value] of Object.entries(options)) form.append(`options[${option}]`, value)
  const { data } = await send(forum, 1, '/api/fof/upload', form)
  return data[0].attributes
}
