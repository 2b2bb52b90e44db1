import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, notFound, type Protocol, permissionDenied, timestamp } from '@parley/server'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { sharesFiles } from '../rights.ts'

/** Where uploads that can be resumed are sent to (the protocol tus, 1.0). */
export const resumablePath = '/api/upload/resumable'

/** Uploads that one account may have begun. */
const mostBegun = 20

/** An error as tus answers it. */
const refuse = (status_code: number, body: string) => Object.assign(new Error(body), { status_code, body })

/** The context of the request that tus works on. */
const senders = new AsyncLocalStorage<Context>()
const servers = new WeakMap<object, Server>()

/** Keeps the bytes received so far, among the drafts of a forum on the disk of this process. */
function receivedOf({ forum }: Pick<Context, 'forum'>): FileStore {
  return new FileStore({ directory: forum.files.draftFolder })
}

function serverOf(context: Context): Server {
  const { files } = context.forum
  const known = servers.get(files)
  if (known) return known
  const server = new Server({
    path: resumablePath,
    datastore: receivedOf(context),
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),
    generateUrl: (_request, { id }) => `${sender().forum.baseUrl}${resumablePath}/${id}`,
    getFileIdFromRequest: ({ url }) => /\/([\da-f-]{36})$/.exec(new URL(url).pathname)?.[1],
    maxSize: () => sender().forum.settings.get('fof-upload.maxFileSize') * 1024,
    async onUploadCreate(_request, { id, size }) {
      await begin(id, size ?? 0, sender())
      return {}
    },
    async onIncomingRequest({ method }, id) {
      if (method !== 'POST' && !(await isOwn(id, sender()))) throw refuse(404, 'Not found')
    },
  })
  servers.set(files, server)
  return server
}

function sender(): Context {
  const context = senders.getStore()
  if (!context) throw new Error('No request')
  return context
}

/** Notes an upload as one of the actor's. @throws 429 while too many are not finished. */
async function begin(id: string, size: number, context: Context): Promise<void> {
  await context.forum.write(context, async (writing) => {
    const begun = await writing.db
      .selectFrom('upload_resumable')
      .select('id')
      .where('actor_id', '=', context.actor.id)
      .limit(mostBegun)
      .execute()
    if (begun.length === mostBegun) throw refuse(429, 'Too many uploads are not finished')
    await writing.db
      .insertInto('upload_resumable')
      .values({ id, size, actor_id: context.actor.id, created_at: timestamp(writing) })
      .execute()
  })
}

/** Whether an upload is one of the actor's. */
async function isOwn(id: string, { actor, forum }: Context): Promise<boolean> {
  const found = await forum.database.read
    .selectFrom('upload_resumable')
    .select('id')
    .where('id', '=', id)
    .where('actor_id', '=', actor.id)
    .executeTakeFirst()
  return found !== undefined
}

/** Uploads in pieces: a lost connection goes on where it stopped. The last request, to `/file`, makes a file of it. */
function protocol(path: string, methods: Protocol['methods']): Protocol {
  return {
    path,
    methods,
    async handle(request, response, context) {
      const { actor } = context
      if (actor.isGuest || !(actor.hasPermission('fof-upload.upload') || sharesFiles(actor)))
        throw permissionDenied()
      await senders.run(context, () => serverOf(context).handle(request, response))
      // tus has deleted the bytes.
      if (request.method === 'DELETE' && response.statusCode === 204)
        await forget(/[\da-f-]{36}$/.exec(request.url ?? '')?.[0] ?? '', context)
    },
  }
}

export const resumableProtocols: Record<string, Protocol> = {
  resumable: protocol(resumablePath, ['POST']),
  resumed: protocol(`${resumablePath}/:id`, ['HEAD', 'PATCH', 'DELETE']),
}

/** Forgets an upload, with its bytes. */
export async function forget(id: string, context: Context): Promise<void> {
  const { directory } = receivedOf(context)
  for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true })
  await context.forum.write(context, ({ db }) =>
    db.deleteFrom('upload_resumable').where('id', '=', id).execute(),
  )
}

/** The bytes of a whole upload of the actor. @throws 404 for an unknown one, and one that is not whole. */
export async function wholeUpload(id: string, context: Context): Promise<{ size: number; location: string }> {
  if (!/^[\da-f-]{36}$/.test(id) || !(await isOwn(id, context))) throw notFound()
  const store = receivedOf(context)
  const upload = await store.getUpload(id).catch(() => undefined)
  if (!upload || upload.size === undefined || upload.offset !== upload.size) throw notFound()
  return { size: upload.size, location: join(store.directory, id) }
}

/** Forgets uploads that were begun more than a day ago. */
export async function forgetOld(context: Context, signal?: AbortSignal): Promise<void> {
  const before = new Date(+context.now - 86_400_000).toISOString()
  while (!signal?.aborted) {
    const old = await context.forum.database.read
      .selectFrom('upload_resumable')
      .select('id')
      .where('created_at', '<', before)
      .limit(100)
      .execute()
    for (const { id } of old) await forget(id, context)
    if (old.length < 100) return
  }
}
