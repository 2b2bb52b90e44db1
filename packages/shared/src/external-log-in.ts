/** A person whom an external provider has authenticated and who has no account here yet. */
export interface ExternalRegistration {
  username?: string
  email?: string
  /** Takes the place of a password at registration. */
  token: string
  /** Names of the values that the provider has confirmed and the form cannot change. */
  provided: string[]
}

/** The outcome of a log-in at an external provider. */
export type ExternalLogInResult = { loggedIn: true } | ({ loggedIn?: false } & ExternalRegistration)

const PREFIX = '#external-log-in='

/** Encodes a result as a URL fragment, which browsers do not send to servers. */
export function toFragment(result: ExternalLogInResult): string {
  return PREFIX + encodeURIComponent(JSON.stringify(result))
}

/** Decodes the result in a URL fragment, if there is one. */
export function fromFragment(fragment: string): ExternalLogInResult | undefined {
  if (!fragment.startsWith(PREFIX)) return undefined
  try {
    const result: unknown = JSON.parse(decodeURIComponent(fragment.slice(PREFIX.length)))
    return isResult(result) ? result : undefined
  } catch {
    return undefined
  }
}

// Fragments are untrusted: any link can carry one.
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
