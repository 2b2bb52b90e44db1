/** Hexadecimal digits of a secret and of a mask: 80 bits each. */
export const csrfSecretLength = 20

/**
 * A CSRF token: a mask, and the session's secret behind it. Under another mask the same secret looks different, so that
 * the size of a compressed page tells nothing about it. Both are hexadecimal digits; so is the token, of 40 characters.
 */
export function csrfToken(secret: string, mask: string): string {
  return mask + masked(secret, mask)
}

/** The secret in a CSRF token: two tokens of one session have the same. Undefined for what is none. */
export function csrfSecret(token: string): string | undefined {
  if (!/^[0-9a-f]{40}$/.test(token)) return undefined
  return masked(token.slice(csrfSecretLength), token.slice(0, csrfSecretLength))
}

function masked(digits: string, mask: string): string {
  let result = ''
  for (const [index, digit] of [...digits].entries()) {
    result += (Number.parseInt(digit, 16) ^ Number.parseInt(mask[index] ?? '', 16)).toString(16)
  }
  return result
}
