import { addressKey, type Context, countAction, type Extension } from '@parley/server'

declare module '@parley/server' {
  interface RateLimitNames {
    linkPreviewsPerAddress: true
  }
}

const name = 'linkPreviewsPerAddress'

/** Pages of other sites that one client address has the forum read (api-extensions 24). */
export const previewLimits: NonNullable<Extension['rateLimits']> = { [name]: { points: 60, seconds: 60 } }

/** Counts pages before they are read, those of members, too, by the client's address. @throws 429 if not all may be: then none count. */
export async function countPages(pages: number, context: Context): Promise<void> {
  const key = addressKey(context.client?.ip ?? '')
  for (let counted = 0; counted < pages; counted++) {
    try {
      await countAction(context, name, key)
    } catch (error) {
      for (; counted > 0; counted--) await context.forum.rateLimits.refund(name, key)
      throw error
    }
  }
}
