import { Button, quoteOfPost, type SelectionProps, useApp, useRelated } from '@parley/client'
import type { ReactNode } from 'react'

/** Begins a reply that quotes the selected text, or goes on with it. Guests are asked to log in. */
export function QuoteButton({ post, text }: SelectionProps): ReactNode {
  const app = useApp()
  const { t, composer, userId } = app
  const discussion = useRelated(post, 'discussion', 'discussions')
  const mayReply = discussion?.canReply || userId === undefined
  if (discussion === undefined || post.isHidden || !mayReply) return null
  const quote = () => {
    const target = { kind: 'reply', discussionId: discussion.id } as const
    void composer.open(target, { quote: quoteOfPost(app, post, text) })
  }
  return (
    <Button
      variant="quiet"
      isSmall
      icon="quote"
      onPointerEnter={composer.preload}
      onFocus={composer.preload}
      onClick={quote}
    >
      {t('mentions.forum.post.quote_button')}
    </Button>
  )
}
