import { type Context, defineExtension, visibleName } from '@parley/server'
import { levelSettings } from './server/settings.ts'
import { iconSetting, labelSetting, levels } from './shared/levels.ts'

export type * from './shared.ts'

/** A badge beside the names of authors says how much they have posted. */
export default defineExtension({
  settings: levelSettings,
  resources: {
    users: {
      fields: {
        autoCountBadge: {
          json: 'string',
          get: ({ comment_count }, context) => badgeOf(comment_count, context).icon,
        },
        autoCountBadgeLabel: {
          json: 'string',
          get: ({ comment_count }, context) => badgeOf(comment_count, context).label,
        },
      },
    },
  },
})

/** The badge for a number of posts. */
function badgeOf(count: number, { forum: { settings } }: Context): { icon: string; label: string } {
  const level = levels.findLast(({ from }) => count >= from)
  if (level === undefined) return { icon: '', label: '' }
  const label = settings.get(labelSetting(level.name)).trim()
  return {
    icon: settings.get(iconSetting(level.name)) || level.icon,
    label: visibleName(label) === '' ? level.label : label,
  }
}
