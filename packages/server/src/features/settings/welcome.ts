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
  const isEdited = initialLocale(forum) === undefined
  return isEdited ? storedWelcome(forum) : initialWelcome(forum, forumTitle(forum), locale)
}

/** Settings to store. A welcome that was not edited calls the forum by its new title. */
export function withWelcome(
  forum: Forum,
  values: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string | null>> {
  const { forum_title: title } = values
  const locale = initialLocale(forum)
  if (!title || locale === undefined || 'welcome_title' in values || 'welcome_message' in values)
    return values
  return { ...values, welcome_title: initialWelcome(forum, title, locale).welcome_title }
}

/** The locale whose initial welcome equals the stored one; undefined once it was edited. */
function initialLocale(forum: Forum): string | undefined {
  const stored = storedWelcome(forum)
  return [...forum.locales].find((candidate) => {
    const initial = initialWelcome(forum, forumTitle(forum), candidate)
    return (
      stored.welcome_title === initial.welcome_title && stored.welcome_message === initial.welcome_message
    )
  })
}

function storedWelcome({ settings }: Forum): Welcome {
  return {
    welcome_title: settings.get('welcome_title'),
    welcome_message: settings.get('welcome_message'),
  }
}

function forumTitle({ settings }: Forum): string {
  return settings.get('forum_title') ?? ''
}
