import { defineClientExtension } from '@parley/client'
import { emojiPicture } from '../../../emoji/contract/client.ts'
import { pictures } from '../../client/Glyph.tsx'

/** Reactions look like the emoji of posts. */
export default defineClientExtension({
  services: [pictures.provide({ addressOf: emojiPicture })],
})
