import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '@parley/server'

/** A picture of a page, or the icon of its site. */
export type PictureKind = 'picture' | 'icon'

/** The path of the pictures' route, before the kind. */
export const picturesPath = '/api/link-preview-pictures'

/**
 * The address at which the forum serves a picture of another site. It is signed: the forum fetches only what it has named itself.
 * @param address of http or https.
 */
export function pictureAddress(
  forum: Pick<Context['forum'], 'rootPath' | 'secrets'>,
  address: string,
  kind: PictureKind,
): string {
  const query = new URLSearchParams({ address, signature: signatureOf(forum, address, kind) })
  return `${forum.rootPath}${picturesPath}/${kind}?${query}`
}

/** Whether `pictureAddress` has signed an address. */
export function isSigned(
  forum: Pick<Context['forum'], 'secrets'>,
  { address, kind, signature }: { address: string; kind: PictureKind; signature: string },
): boolean {
  const expected = Buffer.from(signatureOf(forum, address, kind))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(
  { secrets }: Pick<Context['forum'], 'secrets'>,
  address: string,
  kind: PictureKind,
): string {
  return createHmac('sha256', secrets.signing).update(`link preview ${kind}.${address}`).digest('base64url')
}
