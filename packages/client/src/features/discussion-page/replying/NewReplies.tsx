import type { ReactNode } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { useDiscussionPage } from '../page-context.ts'
import { endOfDiscussion } from '../post-stream/posts-request.ts'

/** Says that replies of others came while the reader is elsewhere in the discussion, and goes to them. */
export function NewReplies({ count }: { count: number }): ReactNode {
  const { t } = useApp()
  const { stream } = useDiscussionPage()
  const goThere = () => {
    const { arrived, window: loaded } = stream.state
    const first = arrived && loaded.posts.find(({ number }) => number > arrived.after)
    void stream.goTo({ number: first?.number ?? endOfDiscussion, isMarked: first !== undefined })
  }
  return (
    <div className="NewReplies">
      <Button variant="primary" icon="down" onClick={goThere}>
        {t('core.forum.post_stream.new_replies_button', { count })}
      </Button>
    </div>
  )
}
