/** Headers of pages with a secret in their address: no referrer, no caching, no indexing. */
export const privatePageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const
