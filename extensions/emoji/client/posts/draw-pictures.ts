import type { RenderedPost } from '@parley/client'
import { pictureClass, picturePath } from '../../shared/picture.ts'
import { emojiIn } from './find-emoji.ts'

/** Emoji of a text that become pictures, at most. Further ones stay characters. */
const mostPictures = 1000

/**
 * Lays a picture over each emoji of a text but those in code. The character stays below it, so that it is selected, copied, found
 * and read aloud as in any other text.
 * @returns what encloses the characters.
 */
export function drawPictures(text: HTMLElement, { app, isPreview }: RenderedPost): HTMLElement[] {
  const drawn: HTMLElement[] = []
  for (const node of textsIn(text)) {
    let rest = node
    for (const [character] of emojiIn(node.data)) {
      if (drawn.length === mostPictures) return drawn
      const start = rest.data.indexOf(character)
      const part = rest.splitText(start)
      rest = part.splitText(character.length)
      drawn.push(drawPicture(part, app.href(picturePath(character)), isPreview))
    }
  }
  return drawn
}

/** The texts that may have pictures. */
function textsIn(text: HTMLElement): Text[] {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT
    return node.matches('code, pre, .Emoji') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP
  })
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  return texts
}

function drawPicture(character: Text, src: string, isPreview: boolean): HTMLElement {
  const frame = document.createElement('span')
  frame.className = 'Emoji'
  const picture = document.createElement('img')
  picture.className = pictureClass(character.data)
  picture.alt = character.data
  // The character is there already.
  picture.inert = true
  // A preview is drawn again with every key: its pictures must not flicker.
  if (isPreview) picture.decoding = 'sync'
  else picture.loading = 'lazy'
  // An emoji that is newer than the pictures.
  picture.addEventListener('error', () => {
    picture.remove()
    frame.replaceWith(...frame.childNodes)
  })
  picture.src = src
  character.replaceWith(frame)
  frame.append(picture, character)
  return frame
}
