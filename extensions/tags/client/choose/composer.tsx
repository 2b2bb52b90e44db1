import { type App, defineComposerExtension, defineField } from '@parley/client'
import { ComposerTags } from './ComposerTags.tsx'
import { discussionLimits } from './forum-tags.ts'
import { askForTags, explainRefusal, startingTags, tagIdsIn } from './new-discussion.ts'

export default defineComposerExtension({
  fields: {
    tags: defineField<readonly string[]>({
      appliesTo: ({ kind }, app) => kind === 'discussion' && hasTags(app),
      initial: (_, app) => startingTags(app),
      restore: tagIdsIn,
      send: (ids) => ({ relationships: { tags: { data: ids.map((id) => ({ type: 'tags', id })) } } }),
      explain: (error, ids, { app }) => explainRefusal(app, error, ids),
      Component: ComposerTags,
    }),
  },
  steps: { tags: askForTags },
})

/** Whether discussions of the forum may have tags. */
function hasTags(app: App): boolean {
  const { maxPrimary, maxSecondary } = discussionLimits(app)
  return maxPrimary + maxSecondary > 0
}
