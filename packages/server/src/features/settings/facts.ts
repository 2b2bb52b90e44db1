import { themeTint } from '@parley/shared'
import type { ForumDescription } from '../../points/requests/forum-facts.ts'

/** The facts of the forum, from its settings. */
export const forumFacts: ForumDescription = {
  resource: 'forums',
  viewPermission: 'viewForum',
  facts({ settings, files }) {
    const addressOf = (path: string | null) => (path ? files.url(path) : null)
    return {
      title: settings.get('forum_title') ?? '',
      description: settings.get('forum_description'),
      theme: {
        accent: settings.get('theme_primary_color'),
        tint: themeTint(settings.get('theme_secondary_color')),
        isDark: settings.get('theme_dark_mode'),
        hasColoredHeader: settings.get('theme_colored_header'),
      },
      icon: addressOf(settings.get('favicon_path')),
      logo: addressOf(settings.get('logo_path')),
      css: settings.get('custom_less'),
    }
  },
}
