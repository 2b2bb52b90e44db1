import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../infrastructure/errors.ts'
import { type FileStore, isFilePath } from '../../infrastructure/files/file-store.ts'
import { commonHeaders } from './answers/security-headers.ts'

interface ServedFolders {
  basePath: string
  files: FileStore
  /** Folder whose `assets` the client's pages load. */
  client?: string
}

/** Serves below `/assets` what the client's pages load, and uploaded files. Both have names that are never used again. */
export async function mountFiles(
  app: FastifyInstance,
  { basePath, files, client }: ServedFolders,
): Promise<void> {
  const prefix = `${basePath}/assets/`
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request, prefix)
    const served = path === undefined ? undefined : await files.serve(request.raw, path)
    if (!served) throw notFound()
    return reply
      .code(served.status)
      .headers({ ...commonHeaders, ...served.headers })
      .send(served.stream)
  }
  await app.register(
    async (scope) => {
      // The libraries that send files answer some of these with errors of their own.
      scope.addHook('onRequest', async (request) => {
        if (pathOf(request, prefix) === undefined) throw notFound()
      })
      if (client === undefined) return void scope.get('/*', serve)
      // Where the client has no such file.
      scope.setNotFoundHandler((request, reply) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound()
        return serve(request, reply)
      })
      await scope.register(fastifyStatic, {
        root: join(client, 'assets'),
        prefix: '/',
        index: false,
        immutable: true,
        maxAge: '365d',
        preCompressed: true,
        decorateReply: false,
      })
    },
    { prefix: `${basePath}/assets` },
  )
}

/** The path of the file that a request is for; undefined when it can be no file's. */
function pathOf({ url }: FastifyRequest, prefix: string): string | undefined {
  const [whole = ''] = url.split(/[?;]/, 1)
  if (!whole.startsWith(prefix)) return undefined
  try {
    const path = decodeURIComponent(whole.slice(prefix.length))
    return isFilePath(path) ? path : undefined
  } catch {
    return undefined
  }
}
