import { utf8Slug } from '@parley/shared/slug'
import { longestText } from '../../shared.ts'

/** The slug that a title suggests: letters of every script, and never what looks like an id. */
export function pageSlug(title: string): string {
  const words = utf8Slug(title.normalize('NFC')).replace(/-+/g, '-').replace(/^-|-$/g, '')
  if (words === '') return ''
  const slug = /^\d+(-|$)/.test(words) ? `page-${words}` : words
  return [...slug].slice(0, longestText).join('').replace(/-$/, '')
}
