import type { Session } from '../../../points/requests/session.ts'

/** The account or group as which the forum is viewed. */
export interface Target {
  kind: 'user' | 'group'
  id: number
}

/** How long a view lasts; ms. */
export const lifetimeMs = 30 * 60_000

const letters = { user: 'u', group: 'g' } as const
const pattern = /^([ug])([1-9]\d{0,14})\.([1-9]\d{0,10})\.([\w-]+)$/

/**
 * Makes the credential of a view: it stands in the addresses of the view, and only the session that signs it can use it.
 * Undefined for a session without an access token.
 */
export function makeCredential({ kind, id }: Target, expiresAt: Date, session: Session): string | undefined {
  const text = `${letters[kind]}${id}.${Math.floor(expiresAt.getTime() / 1000)}`
  const signature = session.sign(signedText(text))
  return signature && `${text}.${signature}`
}

/** Reads a credential; undefined if it has expired, or the session has not signed it. */
export function readCredential(credential: string, session: Session, now: Date): Target | undefined {
  const [, letter = '', id = '', seconds = '', signature = ''] = pattern.exec(credential) ?? []
  if (Number(seconds) * 1000 <= now.getTime()) return undefined
  if (!session.hasSigned(signedText(`${letter}${id}.${seconds}`), signature)) return undefined
  return { kind: letter === letters.user ? 'user' : 'group', id: Number(id) }
}

function signedText(text: string): string {
  return `view-as.${text}`
}
