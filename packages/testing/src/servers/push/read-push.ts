import { createDecipheriv, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The keys of a browser. */
export interface BrowserKeys {
  pair: ECDH
  auth: Buffer
}

/** What the forum says of itself (RFC 8292). */
export interface VapidClaims {
  aud: string
  /** Seconds since 1970. */
  exp: number
  sub: string
}

/** Decrypts the message of a push that is one record without padding (RFC 8188, 8291). @throws for others. */
export function decryptPush(body: Buffer, { pair, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('There are several records')
  const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const key = derive(pair.computeSecret(senderKey), auth, info, 32)
  const contentKey = derive(key, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(key, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  if (plain.at(-1) !== 2) throw new Error('There is padding, or a further record')
  return plain.subarray(0, -1).toString()
}

/** Reads the claims of a request, whose signature fits its key. @throws without them. */
export function readVapid({ authorization = '' }: IncomingHttpHeaders): { claims: VapidClaims; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The signature does not fit the key')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as VapidClaims, key }
}
