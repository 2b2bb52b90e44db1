import type { DescribedSource } from '@parley/client'
import type { StoredFile } from '../../shared.ts'

/** What stands for a description, and how one is written, by the template of the file. */
const places = new Map<string | null, { empty: string; write: (text: string) => string }>([
  ['image-preview', { empty: '{TEXT?}', write: (text) => `"${text.replace(/["\\]/g, '\\$&')}"` }],
  [
    'markdown-image',
    { empty: 'Image description', write: (text) => text.replace(/[\\`*_[\]<>&~!^|:@#]/g, '\\$&') },
  ],
])

/** What puts a stored file into a text: its address if its template is gone. Images with a place for it can be described. */
export function describable({
  bbcode,
  url,
  tag,
}: Pick<StoredFile, 'bbcode' | 'url' | 'tag'>): string | DescribedSource {
  const place = places.get(tag)
  if (bbcode === null || place === undefined || !bbcode.includes(place.empty)) return bbcode ?? url
  const { empty, write } = place
  return {
    source: bbcode,
    describe: (text) => bbcode.replace(empty, () => write(text.replace(/\s+/g, ' '))),
  }
}
