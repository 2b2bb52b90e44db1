import type { MouseEvent } from 'react'
import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { discussionPath } from '../discussions/discussion-path.ts'

interface ReplyLink {
  href: string
  rel: string
  onPointerEnter: () => void
  onFocus: () => void
  onClick: (event: MouseEvent) => void
}

/**
 * Attributes of a link that opens the composer for a reply; without a script it leads to the form's page.
 * @param quote text that the reply begins with; called on a click.
 */
export function replyLink(
  { href, composer }: App,
  discussion: StoreRecord<'discussions'>,
  quote?: () => Promise<string>,
): ReplyLink {
  return {
    href: href(`${discussionPath(discussion)}/reply`),
    rel: 'nofollow',
    onPointerEnter: composer.preload,
    onFocus: composer.preload,
    onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      void composer.open({ kind: 'reply', discussionId: discussion.id }, { quote: quote?.() })
    },
  }
}
