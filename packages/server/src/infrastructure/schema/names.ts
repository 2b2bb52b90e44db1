import { z } from 'zod'
import { type TextOptions, text } from './values.ts'

/** Characters without width, also where the font has a blank for them, and those that turn the text behind them around. */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\u2800\ufff9-\ufffb]`

/** Scripts in whose words a joiner, or a non-joiner, changes letters. */
const joining =
  'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr Bali Java'
    .split(' ')
    .map((script) => `\\p{sc=${script}}`)
    .join('')

/** The places at which an invisible character belongs to what is seen. */
const needed = [
  // Flags of regions.
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}`,
  // Emoji of several, and the choice of their coloured or plain form.
  String.raw`(?<=[\p{Emoji}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Emoji}--[0-9#*]])[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // Within words of scripts that join letters, and behind the mark that takes the vowel from a letter.
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
  `(?<=[[${joining}]&&\\p{Mn}])\\u200d`,
  // Variants of letters.
  String.raw`(?<=\p{sc=Hani})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{sc=Mong})[\u180b-\u180f]`,
]

const neededOrInvisible = new RegExp(`(${needed.join('|')})|${invisible}`, 'gv')
const plain = /^[\t\n\r -~]*$/

/**
 * A name as it is stored: without what cannot be seen, and without what turns the text behind it around, unless an emoji or a script
 * needs it. Otherwise two names could look the same, or one like other text of the page.
 */
export function cleanName(name: string): string {
  return plain.test(name) ? name : name.replace(neededOrInvisible, '$1')
}

/** The text of a name: of a discussion, a tag, a group or a member. One of which nothing can be seen is missing. */
export function nameText(options: TextOptions = {}): z.ZodType<string> {
  const schema = text(options)
  const clean = z.unknown().transform((value, context) => {
    if (typeof value !== 'string') return value
    const cleaned = cleanName(value)
    if (cleaned.trim() === '' && value.trim() !== '')
      context.addIssue({ code: 'custom', params: { rule: 'required' } })
    return cleaned
  })
  return clean.pipe(schema).meta(schema.meta() ?? {})
}
