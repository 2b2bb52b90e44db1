import type { EnhancePost } from '@parley/client'
import { refreshMentioned } from './rendered/refresh-mentioned.ts'
import { showIcons } from './rendered/show-icons.ts'

/** Shows the icons of mentioned groups and tags, and the new mention under the posts that it names. */
const enhance: EnhancePost = (text, { app, post }) => {
  showIcons(text, app)
  return post && refreshMentioned(text, app, post)
}

export default enhance
