import { element, type WordReplacements } from '@parley/shared/markup'
import { type CustomEmoji, pictureAddress, pictureWords } from './custom.ts'

/**
 * What posts have in place of the texts of custom emoji (api-extensions 21). Of several with the same text the last one counts.
 * @param baseUrl the forum's, without a slash at the end.
 */
export function replacementsOf(emoji: readonly CustomEmoji[], baseUrl: string): WordReplacements {
  return Object.fromEntries(
    emoji.map((each) => [
      each.text_to_replace,
      element('span', { class: 'flamoji' }, [
        element('img', { src: pictureAddress(each.path, baseUrl), alt: pictureWords(each) }),
      ]),
    ]),
  )
}
