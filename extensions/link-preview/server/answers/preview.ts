import { type Context, translatorOf } from '@parley/server'
import { z } from 'zod'
import type { LinkPreview } from '../../shared.ts'
import type { ReadPage } from '../cache/store.ts'
import { pictureAddress } from '../pictures/address.ts'
import type { PageFacts } from '../reading/facts.ts'

/** The answer for an address, for the description of the API. */
export const previewAnswer = z.union([
  z.object({
    site_name: z.string().nullable(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    image: z.string().nullable().describe('The address of its picture, as the page gives it.'),
    accessed: z.int().describe('When the page was read, as Unix time in seconds.'),
    picture: z.string().nullable().describe('The address at which the forum serves its picture.'),
    icon: z.string().nullable().describe('The address at which the forum serves the icon of its site.'),
  }),
  z.object({ error: z.string() }),
])

/** The preview of a page that could be read. @param address the link that leads there. */
export function previewOf(
  address: string,
  { facts, readAt }: ReadPage & { facts: PageFacts },
  { forum }: Pick<Context, 'forum'>,
): LinkPreview {
  const { site_name, title, description, image, picture } = facts
  const icon = forum.settings.get('datlechin-link-preview.use_google_favicons')
    ? googleIcon(address)
    : facts.icon
  return {
    site_name,
    title,
    description,
    image,
    accessed: Math.floor(+readAt / 1000),
    picture: picture && pictureAddress(forum, picture, 'picture'),
    icon: icon && pictureAddress(forum, icon, 'icon'),
  }
}

function googleIcon(address: string): string {
  return `https://www.google.com/s2/favicons?domain=${encodeURIComponent(new URL(address).hostname)}&sz=64`
}

/** The answer for an address without a preview. */
export function failure(context: Pick<Context, 'forum' | 'locale'>): { error: string } {
  return { error: translatorOf(context)('link-preview.forum.site_cannot_be_reached') }
}
