import type { EnhancePost } from '@parley/client'
import { drawPictures } from './draw-pictures.ts'
import { hasEmoji, isFewEmoji } from './find-emoji.ts'
import { nameEmoji } from './name-emoji.ts'

/** Shows emoji as pictures, if the forum wants that, and large where a post has little else. */
const enhance: EnhancePost = (text, context) => {
  for (const picture of text.querySelectorAll<HTMLImageElement>('.flamoji > img')) picture.title = picture.alt
  if (!hasEmoji(text.textContent)) return undefined
  const [paragraph] = text.children
  if (isOnlyWords(text) && isFewEmoji(text.textContent)) paragraph?.classList.add('Emoji-few')
  if (context.app.forum['flamoji.emoji_style'] === 'native') return undefined
  return nameEmoji(drawPictures(text, context), context.app)
}

/** Whether a text is one paragraph of words without links, images and code. */
function isOnlyWords(text: HTMLElement): boolean {
  return (
    text.childElementCount === 1 && text.querySelector(':scope > p') !== null && !text.querySelector('p *')
  )
}

export default enhance
