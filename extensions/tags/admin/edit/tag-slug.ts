const longest = 100

/** The slug that a name suggests. Keeps letters of every script; a name without letters and digits gives `tag`. */
export function tagSlug(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼ]/g, '')
    .split(/[^\p{L}\p{N}\p{M}_]+/u)
    .filter((word) => word !== '')
  const letters = [...words.join('-')].slice(0, longest).join('')
  return letters.replace(/-$/, '') || 'tag'
}
