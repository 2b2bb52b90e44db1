import type { Context, Forum } from '../../points/context/context.ts'

/** The settings with the welcome of the index. */
export interface Welcome {
  welcome_title: string | null
  welcome_message: string | null
}

/** The welcome of a forum with that title until it is edited, in a language. */
export function initialWelcome(forum: Pick<Forum, 'translate'>, title: string, locale: string) {
  return {
    welcome_title: forum.translate('core.views.set_up.welcome_title', { forum: title }, locale),
    welcome_message: forum.translate('core.views.set_up.welcome_message', undefined, locale),
  }
}

/** The welcome that a visitor sees: in their own language, unless it was edited. */
export function welcomeFor({ forum, locale }: Pick<Context, 'forum' | 'locale'>): Welcome {
  const stored = {
    welcome_title: forum.settings.get('welcome_title'),
    welcome_message: forum.settings.get('welcome_message'),
  }
  const title = forum.settings.get('forum_title') ?? ''
  const isInitial = [...forum.locales].some((candidate) => {
    const initial = initialWelcome(forum, title, candidate)
    return (
      stored.welcome_title === initial.welcome_title && stored.welcome_message === initial.welcome_message
    )
  })
  return isInitial ? initialWelcome(forum, title, locale) : stored
}
