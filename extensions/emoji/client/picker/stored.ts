const recentsKey = 'emoji.recents'
const toneKey = 'emoji.tone'

/** The tones of skin, the lightest first. */
export const tones = ['🏻', '🏼', '🏽', '🏾', '🏿'] as const

/** The emoji that were chosen last in this browser, the newest first. */
export function storedRecents(): readonly string[] {
  try {
    const recents: unknown = JSON.parse(read(recentsKey) ?? '[]')
    return Array.isArray(recents) ? recents.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Keeps what was chosen before the others. @param count of emoji that are kept. */
export function storeRecent(character: string, count: number): void {
  const others = storedRecents().filter((each) => each !== character)
  write(recentsKey, JSON.stringify([character, ...others].slice(0, count)))
}

/** The chosen tone of skin; empty for none. */
export function storedTone(): string {
  const tone = read(toneKey) ?? ''
  return tones.some((each) => each === tone) ? tone : ''
}

export function storeTone(tone: string): void {
  write(toneKey, tone)
}

// Browsers may refuse to store: the picker then forgets with the page.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}
