import { defineClientExtension } from '@parley/client'

/** Replies name the post that they answer by its number: `#12`. */
export default defineClientExtension({
  postReference: () => import('./postReference.number.ts'),
})
