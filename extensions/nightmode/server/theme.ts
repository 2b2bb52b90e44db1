import { type Context, preferenceOf } from '@parley/server'
import type { Theme } from '../shared.ts'

/** The theme that a browser keeps: of guests, and of members who choose it for each device. */
export const cookieName = 'flarum_nightmode'

/** The theme of a page for the actor. */
export function themeOf({ actor, cookies, forum }: Pick<Context, 'actor' | 'cookies' | 'forum'>): Theme {
  const { preferences = null } = actor.account?.columns ?? {}
  const read = (key: string) => preferenceOf({ preferences }, key, forum)
  const chosen =
    actor.isGuest || read('fofNightMode_perDevice') ? themeIn(cookies?.[cookieName]) : read('fofNightMode')
  return (chosen as Theme | null) ?? (forum.settings.get('fof-nightmode.default_theme') as Theme)
}

/** The theme that a number or its digit stands for; null for anything else. */
export function themeIn(value: unknown): Theme | null {
  const index = ['0', '1', '2'].indexOf(typeof value === 'number' ? String(value) : (value as string))
  return index === -1 ? null : (index as Theme)
}
