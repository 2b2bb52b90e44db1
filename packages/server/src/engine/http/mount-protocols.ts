import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Protocol } from '../../points/requests/protocols.ts'
import { apiContentType, errorDocument } from './answers/documents.ts'
import { toFailure } from './answers/failures.ts'
import { commonHeaders } from './answers/security-headers.ts'
import { checkCsrf, type EndpointTools, isUnsafe, setSessionHeaders } from './endpoint.ts'

/** Milliseconds without a byte after which a request ends. */
const idleTimeoutMs = 60_000

/** Hands requests to the extensions that answer them by themselves, once it is known who asks. */
export async function mountProtocols(
  app: FastifyInstance,
  protocols: Iterable<Protocol>,
  basePath: string,
  { authenticator, jar }: EndpointTools,
): Promise<void> {
  const handlerOf = (protocol: Protocol) => async (request: FastifyRequest, reply: FastifyReply) => {
    const requestSession = await authenticator.authenticate(request, { isApi: true })
    request.requestSession = requestSession
    if (isUnsafe(request.method)) checkCsrf(request, requestSession)
    setSessionHeaders(reply, requestSession, jar, true)
    const headers = { ...commonHeaders, ...reply.getHeaders() }
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    request.raw.setTimeout(idleTimeoutMs, () => request.raw.destroy())
    const { context } = requestSession
    try {
      await protocol.handle(request.raw, reply.raw, context)
    } catch (thrown) {
      const { error } = toFailure(context.forum, thrown, request)
      if (reply.raw.headersSent) reply.raw.destroy()
      else
        reply.raw
          .writeHead(error.status, { ...error.headers, 'content-type': apiContentType })
          .end(JSON.stringify(errorDocument(error)))
    }
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is read by the extension.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const protocol of protocols)
      scope.route({
        method: [...protocol.methods],
        url: `${basePath}${protocol.path}`,
        handler: handlerOf(protocol),
      })
  })
}
