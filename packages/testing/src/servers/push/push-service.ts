import { createECDH, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'
import { type BrowserKeys, decryptPush, readVapid, type VapidClaims } from './read-push.ts'

/** A push that a browser got. */
export interface ReceivedPush {
  endpoint: string
  headers: IncomingHttpHeaders
  message: unknown
  claims: VapidClaims
  /** The public key of the forum. */
  key: string
}

/** A request that is no push, and its answer. */
export interface OtherRequest {
  /** `https://host/path`. */
  address: string
  headers: IncomingHttpHeaders
  body: string
}

/** How the service answers: a status with headers, or by breaking the connection. */
export type PushReply = { status: number; headers?: Record<string, string>; json?: unknown } | 'broken'

/** The push services of the world on this machine, by TLS with a certificate authority of its own. */
export interface PushService {
  /** What the forum takes for the internet: every host is this service. */
  readonly network: {
    lookup(host: string): Promise<{ address: string; family: number }[]>
    isPublic(address: string): boolean
    readonly https: { readonly port: number; readonly ca: string }
  }
  /** Pushes that were answered with 201, in order. */
  readonly received: ReceivedPush[]
  /** The addresses of all requests, in order. */
  readonly asked: string[]
  /** The largest number of requests at the same time. */
  mostAtOnce: number
  /** Makes the subscription of a new browser: the path of its endpoint is a name. */
  browser(name: string, host?: string): { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The reply for the browser of a name; 201 by default. */
  reply(name: string): PushReply | Promise<PushReply>
  /** The reply to other requests; 404 by default. */
  other(request: OtherRequest): PushReply
}

const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'oauth2.googleapis.com',
]

/** Starts push services that end with the test. They refuse with 400 what is not encrypted or signed as the standards say. */
export async function startPushService(): Promise<PushService> {
  const certificate = await generate([{ name: 'commonName', value: 'push.test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) }],
  })
  const browsers = new Map<string, BrowserKeys>()
  let running = 0
  const server = createServer(
    { key: certificate.private, cert: certificate.cert },
    async (request, response) => {
      running += 1
      service.mostAtOnce = Math.max(service.mostAtOnce, running)
      response.on('close', () => {
        running -= 1
      })
      send(response, await answer(service, browsers, request))
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const service: PushService = {
    network: {
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      isPublic: () => true,
      https: { port, ca: certificate.cert },
    },
    received: [],
    asked: [],
    mostAtOnce: 0,
    browser(name, host = 'fcm.googleapis.com') {
      const keys = { pair: createECDH('prime256v1'), auth: randomBytes(16) }
      const p256dh = keys.pair.generateKeys().toString('base64url')
      const endpoint = `https://${host}/send/${name}`
      browsers.set(endpoint, keys)
      return { endpoint, keys: { p256dh, auth: keys.auth.toString('base64url') } }
    },
    reply: () => ({ status: 201 }),
    other: () => ({ status: 404 }),
  }
  return service
}

async function answer(
  service: PushService,
  browsers: ReadonlyMap<string, BrowserKeys>,
  request: IncomingMessage,
): Promise<PushReply> {
  const { headers, url = '' } = request
  const address = `https://${headers.host?.replace(/:\d+$/, '')}${url}`
  service.asked.push(address)
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const keys = browsers.get(address)
  if (!keys) return service.other({ address, headers, body: String(body) })
  try {
    const { claims, key } = readVapid(headers)
    const push = { endpoint: address, headers, message: JSON.parse(decryptPush(body, keys)), claims, key }
    const reply = await service.reply(url.slice('/send/'.length))
    if (reply !== 'broken' && reply.status === 201) service.received.push(push)
    return reply
  } catch (error) {
    return { status: 400, json: String(error) }
  }
}

function send(response: ServerResponse, reply: PushReply): void {
  if (reply === 'broken') return void response.destroy()
  const { status, headers = {}, json } = reply
  response.writeHead(status, headers).end(json === undefined ? '' : JSON.stringify(json))
}
