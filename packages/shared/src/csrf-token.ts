/** Hexadecimal digits of a secret and of a mask: 80 bits each. */
export const csrfSecretLength = 20

/**
 * A CSRF token: a mask, then the session's secret XORed with it, in 40 hexadecimal digits. Each mask gives the secret
 * another form, so that the size of a compressed page reveals nothing about it (BREACH).
 */
export function csrfToken(secret: string, mask: string): string {
  return mask + applyMask(secret, mask)
}

/** The secret in a CSRF token: all tokens of a session share it. Undefined for a malformed token. */
export function csrfSecret(token: string): string | undefined {
  if (!/^[0-9a-f]{40}$/.test(token)) return undefined
  return applyMask(token.slice(csrfSecretLength), token.slice(0, csrfSecretLength))
}

function applyMask(digits: string, mask: string): string {
  let result = ''
  for (const [index, digit] of [...digits].entries()) {
    result += (Number.parseInt(digit, 16) ^ Number.parseInt(mask[index] ?? '', 16)).toString(16)
  }
  return result
}
