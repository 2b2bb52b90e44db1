import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../infrastructure/errors.ts'
import { type FileStore, isFilePath, privateFolder } from '../../infrastructure/files/file-store.ts'
import { commonHeaders } from './answers/security-headers.ts'

interface ServedFolders {
  basePath: string
  files: FileStore
  /** Throws if a visitor may not load uploaded files; without it all visitors may. */
  refuseOthers?: (request: FastifyRequest) => Promise<void>
  /** Folder whose `assets` the client's pages load. */
  client?: string
}

/** Serves the client's files and uploaded files below `/assets`. File names are never reused. */
export async function mountFiles(
  app: FastifyInstance,
  { basePath, files, client, refuseOthers }: ServedFolders,
): Promise<void> {
  const prefix = `${basePath}/assets/`
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    await refuseOthers?.(request)
    const path = pathOf(request, prefix)
    const isPublic = path !== undefined && !path.startsWith(privateFolder)
    const served = isPublic ? await files.serve(request.raw, path) : undefined
    if (!served) throw notFound()
    return reply
      .code(served.status)
      .headers({ ...commonHeaders, ...served.headers })
      .send(served.stream)
  }
  await app.register(
    async (scope) => {
      // @fastify/static would answer some of these paths with errors of its own.
      scope.addHook('onRequest', async (request) => {
        if (pathOf(request, prefix) === undefined) throw notFound()
      })
      if (client === undefined) return void scope.get('/*', serve)
      // Files that the client does not have are uploaded ones.
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

/** The path of the requested file; undefined if no file can have it. */
function pathOf({ url }: FastifyRequest, prefix: string): string | undefined {
  const [encoded = ''] = url.split(/[?;]/, 1)
  if (!encoded.startsWith(prefix)) return undefined
  try {
    const path = decodeURIComponent(encoded.slice(prefix.length))
    return isFilePath(path) ? path : undefined
  } catch {
    return undefined
  }
}
