import type { Template } from '../../shared.ts'
import type { FileRow } from '../tables.ts'
import { humanSize } from './human-size.ts'

type Described = Pick<FileRow, 'base_name' | 'size' | 'url' | 'uuid'>

const texts: Readonly<Record<Template, (file: Described) => string>> = {
  file: ({ uuid, size, base_name }) =>
    `[upl-file uuid=${uuid} size=${humanSize(size)}]${base_name}[/upl-file]`,
  image: ({ uuid, size, url, base_name }) =>
    `[upl-image uuid=${uuid} size=${humanSize(size)} url=${url}]${base_name}[/upl-image]`,
  'image-preview': ({ uuid, url }) => `[upl-image-preview uuid=${uuid} url=${url} alt={TEXT?}]`,
  'text-preview': ({ uuid, url, base_name }) =>
    `[upl-text-preview uuid=${uuid} url=${url} has_snippet=false]${base_name}[/upl-text-preview]`,
  'just-url': ({ url }) => url,
  'markdown-image': ({ url }) => `![Image description](${url})`,
  'bbcode-image': ({ url }) => `[URL=${url}][IMG]${url}[/IMG][/URL]`,
}

/** What puts a file into a text; null if its template is gone. */
export function insertedText(file: Described & Pick<FileRow, 'tag'>): string | null {
  const { tag } = file
  return tag !== null && Object.hasOwn(texts, tag) ? texts[tag as Template](file) : null
}
