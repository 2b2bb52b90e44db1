import { getParser } from 'bowser'
import type { Context } from '../../points/context/context.ts'

/** Names browser and operating system of a user agent, as 'Firefox on Linux'; unknown parts are blank. */
export function deviceOf(userAgent: string | null, { forum, locale }: Context): string {
  const parser = userAgent ? getParser(userAgent) : undefined
  const names = { browser: parser?.getBrowserName() ?? '', os: parser?.getOSName() ?? '' }
  return forum.translate('core.forum.security.browser_on_operating_system', names, locale)
}
