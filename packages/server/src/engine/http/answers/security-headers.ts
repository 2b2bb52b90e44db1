/** Headers of every answer. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const

/**
 * Headers of every HTML page. Inline scripts do not run; style attributes hold the colours that administrators choose;
 * images in posts may come from any site.
 */
export const pageHeaders = {
  ...commonHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    'img-src * data:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; '),
} as const
