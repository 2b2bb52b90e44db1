import { DiscussionPicture, defineClientExtension } from '@parley/client'
import { Thumbnail } from './client/Thumbnail.tsx'

export type * from './shared.ts'

export default defineClientExtension({
  slots: [
    DiscussionPicture.add('thumbnail', Thumbnail, {
      when: ({ discussion }) => Boolean(discussion.customThumbnail),
    }),
  ],
})
