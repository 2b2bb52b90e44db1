import { getParser } from 'bowser'
import type { Context } from '../../points/context/context.ts'

/** What a user agent is, for people: 'Firefox on Linux'. What nobody knows is left blank. */
export function deviceOf(userAgent: string | null, { forum, locale }: Context): string {
  const parser = userAgent ? getParser(userAgent) : undefined
  const names = { browser: parser?.getBrowserName() ?? '', os: parser?.getOSName() ?? '' }
  return forum.translate('core.forum.security.browser_on_operating_system', names, locale)
}
