import type { MouseEvent } from 'react'
import { useApp } from '../app-context.ts'
import { discussionPath } from '../discussions/discussion-path.ts'
import type { StoreRecord } from '../store/record.ts'

interface ReplyLink {
  href: string
  rel: string
  onPointerEnter: () => void
  onFocus: () => void
  onClick: (event: MouseEvent) => void
}

/** Attributes of a link that opens the composer for a reply; without a script it leads to the form's page. */
export function useReplyLink(discussion: StoreRecord<'discussions'>): ReplyLink {
  const { href, composer } = useApp()
  return {
    href: href(`${discussionPath(discussion)}/reply`),
    rel: 'nofollow',
    onPointerEnter: composer.preload,
    onFocus: composer.preload,
    onClick(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      void composer.open({ kind: 'reply', discussionId: discussion.id })
    },
  }
}
