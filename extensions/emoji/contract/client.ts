import type { App } from '@parley/client'
import { picturePath } from './shared.ts'

/**
 * The address of an emoji's picture; undefined where the forum leaves emoji to the reader's fonts. There may be no picture, if
 * the emoji is newer than the set.
 */
export function emojiPicture(
  { forum, href }: Pick<App, 'forum' | 'href'>,
  character: string,
): string | undefined {
  return forum['flamoji.emoji_style'] === 'native' ? undefined : href(picturePath(character))
}
