/** Somebody whom another site vouches for and who has no account here yet. */
export interface ExternalRegistration {
  username?: string
  email?: string
  /** Registers in the place of a password. */
  token: string
  /** Names of the values that are fixed. */
  provided: string[]
}

/** How a log-in at another site ended, as the client needs to know it. */
export type ExternalLogInResult = { loggedIn: true } | ({ loggedIn?: false } & ExternalRegistration)

const BEGINNING = '#external-log-in='

/** The result as the fragment of an address: a part that browsers keep to themselves. */
export function toFragment(result: ExternalLogInResult): string {
  return BEGINNING + encodeURIComponent(JSON.stringify(result))
}

/** The result in a fragment, if there is one. */
export function fromFragment(fragment: string): ExternalLogInResult | undefined {
  if (!fragment.startsWith(BEGINNING)) return undefined
  try {
    const result: unknown = JSON.parse(decodeURIComponent(fragment.slice(BEGINNING.length)))
    return isResult(result) ? result : undefined
  } catch {
    return undefined
  }
}

// Anybody can make up an address.
function isResult(value: unknown): value is ExternalLogInResult {
  if (typeof value !== 'object' || value === null) return false
  if ('loggedIn' in value && value.loggedIn === true) return true
  const { token, provided, username = '', email = '' } = value as Record<string, unknown>
  return (
    typeof token === 'string' &&
    Array.isArray(provided) &&
    typeof username === 'string' &&
    typeof email === 'string'
  )
}
