/** Headers of pages whose address is a secret: it goes nowhere else, and the page is kept nowhere. */
export const privatePage = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const
