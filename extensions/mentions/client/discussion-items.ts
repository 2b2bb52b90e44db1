import { PostEnd, SelectionActions } from '@parley/client'
import { MentionedBy } from './mentioned-by/MentionedBy.tsx'
import { QuoteButton } from './QuoteButton.tsx'

export default [
  PostEnd.add('mentionedBy', MentionedBy, { when: ({ post }) => Boolean(post.mentionedByCount) }),
  SelectionActions.add('quote', QuoteButton),
]
