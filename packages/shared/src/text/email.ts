const atom = /[a-z0-9!#$%&'*+/=?^_`{|}~-]+/.source
const quoted = /"(?:[ !#-[\]-~]|\\[ -~])*"/.source
const local = new RegExp(`^(?:${atom}|${quoted})(?:\\.(?:${atom}|${quoted}))*$`, 'i')
const domain = /^(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z][a-z0-9]*(?:-+[a-z0-9]+)*$/i

/**
 * Whether PHP's `FILTER_VALIDATE_EMAIL` accepts the text, as api-core 4.1 requires: ASCII, local part up to
 * 64 characters, a domain of at least two labels of up to 63, 254 in all. Unlike PHP, rejects address literals
 * (`a@[127.0.0.1]`) and control characters.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 254) return false
  const host = text.slice(at + 1)
  return (
    local.test(text.slice(0, at)) && domain.test(host) && host.split('.').every((label) => label.length < 64)
  )
}
