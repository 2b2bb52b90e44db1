const pattern = /^Mod\+(Shift\+)?([a-z0-9])$/

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a text names a key: `Mod+b`, `Mod+Shift+7`. */
export function isKeySpec(spec: string): boolean {
  return pattern.test(spec)
}

/** Whether a key press is that of a spec. On keyboards without Latin letters the key's place decides. */
export function matchesKey(event: KeyPress, spec: string): boolean {
  const [, shift, letter = ''] = pattern.exec(spec) ?? []
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey !== (shift !== undefined))
    return false
  const isLetter = event.key.toLowerCase() === letter
  // With Shift a digit's key has another character.
  const byPlace = shift !== undefined || event.key > '~'
  return (
    isLetter || (byPlace && event.code === (letter < 'a' ? `Digit${letter}` : `Key${letter.toUpperCase()}`))
  )
}

/** The spec as the keyboard of the reader has it: `Ctrl+B`, on Apple's devices `⌘B`. */
export function shownKey(spec: string): string {
  const [, shift = '', letter = ''] = pattern.exec(spec) ?? []
  const key = letter.toUpperCase()
  if (/Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? '')) return `${shift && '⇧'}⌘${key}`
  return `Ctrl+${shift}${key}`
}

/** The spec in the words of `aria-keyshortcuts`. */
export function ariaKey(spec: string): string {
  const [, shift = '', letter = ''] = pattern.exec(spec) ?? []
  const key = shift + letter.toUpperCase()
  return `Control+${key} Meta+${key}`
}
