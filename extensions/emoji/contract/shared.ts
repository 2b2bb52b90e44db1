import type {} from '@parley/shared'

declare module '@parley/shared' {
  interface Forum {
    /** Whether emoji are shown as pictures (`twemoji`) or as the reader's device draws them (`native`). */
    'flamoji.emoji_style'?: string
  }
}

/**
 * Names the set of pictures in their addresses: the beginning of the SHA-256 of all its files. Browsers keep pictures for ever,
 * so another set needs other addresses.
 */
export const pictureSet = '3c8cc5d8aa83'

/** The folder of the pictures in addresses, below the base path. */
export const pictureFolder = '/assets/emoji'

/** The name of a character's picture: its code points in hexadecimal, without the one that asks for colors. */
export function pictureName(character: string): string {
  return Array.from(character, (each) => each.codePointAt(0)?.toString(16))
    .filter((code) => code !== 'fe0f')
    .join('-')
}

/** The path of the picture of an emoji. There may be none, if the emoji is newer than the set. */
export function picturePath(character: string): string {
  return `${pictureFolder}/${pictureSet}/${pictureName(character)}.svg`
}
