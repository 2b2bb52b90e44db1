import type { TagRecord } from '../tag-record.ts'

/** Finds the tags whose names contain all words of a query, without regard to case and accents. */
export function findTags(tags: readonly TagRecord[], query: string): readonly TagRecord[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return tags
  return tags.filter(({ name, slug }) => {
    const text = plain(`${name} ${slug}`)
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
