import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The keys of one account. */
export interface S3Keys {
  key: string
  secret: string
}

const hash = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const sign = (key: Uint8Array | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Whether the account signed a request with this body (AWS Signature, version 4, in the header). */
export function isSigned(request: IncomingMessage, body: Uint8Array, { key, secret }: S3Keys): boolean {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': stated } = request.headers
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(.+), SignedHeaders=(.+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!parts) return false
  const [, account, scope = '', names = '', signature = ''] = parts
  if (account !== key || (stated !== 'UNSIGNED-PAYLOAD' && stated !== hash(body))) return false
  const headers = names.split(';').map((name) => `${name}:${headerOf(request, name)}\n`)
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const sorted = query.split('&').map((part) => (part === '' || part.includes('=') ? part : `${part}=`))
  const described = [request.method, path, sorted.toSorted().join('&'), headers.join(''), names, stated]
  const text = ['AWS4-HMAC-SHA256', date, scope, hash(described.join('\n'))].join('\n')
  const derived = scope.split('/').reduce<Uint8Array | string>(sign, `AWS4${secret}`)
  return timingSafeEqual(sign(derived, text), Buffer.from(signature, 'hex'))
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? '').trim()
}
