import type { EnhancePost } from '@parley/client'
import { offerDownloads } from './download.ts'
import { showIcons } from './show-icons.ts'
import { expandTexts } from './text-preview.ts'

/** Files of posts are downloaded, and texts shown in full. Previews only show how they look. */
const enhance: EnhancePost = (text, { app, post, isPreview }) => {
  showIcons(text, app)
  if (!post || isPreview) return undefined
  const controller = new AbortController()
  offerDownloads(text, post.id, app, controller.signal)
  expandTexts(text, app, controller.signal)
  return () => controller.abort()
}

export default enhance
