import { useApp } from '@parley/client'
import type { ReactNode } from 'react'
import { pictureClass, picturePath } from '../shared/picture.ts'

/** An emoji without a name: its picture, or the character where the forum leaves emoji to devices. */
export function Glyph({ character }: { character: string }): ReactNode {
  const { forum, href } = useApp()
  if (forum['flamoji.emoji_style'] === 'native') return <span aria-hidden="true">{character}</span>
  const src = href(picturePath(character))
  return <img className={pictureClass(character)} src={src} alt="" loading="lazy" draggable={false} />
}
