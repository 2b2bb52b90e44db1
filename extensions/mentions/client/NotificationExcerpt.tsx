import type { NotificationProps } from '@parley/client'
import type { ReactNode } from 'react'
import { postExcerpt } from './preview/post-excerpt.ts'

/** The beginning of the post that a notification is about. */
export default function NotificationExcerpt({ subject }: Pick<NotificationProps, 'subject'>): ReactNode {
  return postExcerpt(subject.contentHtml)
}
