const tones = '\\u{1F3FB}-\\u{1F3FF}'
const colored = `\\p{Emoji_Presentation}(?!\\uFE0E)|\\p{Extended_Pictographic}(?=[\\uFE0F\\u200D${tones}])`
const changed = `[\\uFE0F${tones}]?`
const joined = `(?:\\u200D\\p{Extended_Pictographic}${changed})*`

/**
 * An emoji as a whole, with its tone of skin, joined persons or the letters of its flag. `\p{RGI_Emoji}` would be a hundred times
 * slower, and would split sequences that are typed without their variation selectors.
 */
const emoji = `\\p{RI}\\p{RI}|[#*\\d]\\uFE0F?\\u20E3|(?:${colored})${changed}[\\u{E0020}-\\u{E007F}]*${joined}`

const all = new RegExp(emoji, 'gu')
const one = new RegExp(emoji, 'u')
const few = new RegExp(`^\\s*(?:(?:${emoji})\\s*){1,3}$`, 'u')

/** Whether a text has an emoji that is drawn in colors. */
export function hasEmoji(text: string): boolean {
  return one.test(text)
}

/** The emoji of a text. */
export function emojiIn(text: string): RegExpExecArray[] {
  return [...text.matchAll(all)]
}

/** Whether a text is nothing but one to three emoji. */
export function isFewEmoji(text: string): boolean {
  return text.length < longestFew && few.test(text)
}

/** Of three emoji with spaces, in UTF-16 units. */
const longestFew = 120
