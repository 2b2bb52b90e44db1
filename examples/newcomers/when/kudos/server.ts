import { currentRow, defineExtension } from '@parley/server'
import { kudos } from '../../../kudos/contract/server.ts'
import { isNewcomer } from '../../newcomer.ts'

/** A newcomer thanks the author of the first reply. */
export default defineExtension({
  on: {
    'post.created': async ({ post }, context) => {
      const { user_id: userId, discussion, number } = post
      const giverId = discussion.user_id
      if (number !== 2 || userId === null || giverId === null || userId === giverId) return
      const author = await currentRow(context, 'users', giverId)
      if (!author || !isNewcomer(author)) return
      const reason = context.forum.translate('newcomers.lib.answered_text')
      kudos.of(context).give(context, { userId, giverId, reason })
    },
  },
})
