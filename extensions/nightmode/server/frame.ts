import { type DescribeFrame, forumFactsOf, type HeadElement } from '@parley/server'
import type { Theme } from '../shared.ts'
import { sheetAddress } from './sheets.ts'
import { themeOf } from './theme.ts'

const prefersDark = '(prefers-color-scheme: dark)'

/** By theme: the attribute of the page, its `color-scheme`, and when its elements for the dark apply. */
const looks = [
  { attribute: null, scheme: 'light dark', dark: prefersDark },
  { attribute: 'light', scheme: 'light', dark: 'not all' },
  { attribute: 'dark', scheme: 'dark', dark: 'all' },
] as const

/** The background of dark pages, for the browser's own bars. */
const darkBackground = '#121416'

/** Gives pages the visitor's theme. The core's style sheet has the colors of both. */
export const pageFrame: DescribeFrame = (context) => {
  const theme = themeOf(context)
  const { attribute, scheme, dark } = looks[theme]
  const { title, theme: colors } = forumFactsOf(context.forum)
  const { accent, hasColoredHeader } = colors
  // Before the set-up, and while only administrators are served, there are no sheets: the attribute is enough.
  const hasSheets = title !== '' && !context.forum.isForAdministratorsOnly
  return {
    attributes: { 'data-theme': attribute },
    head: {
      // The first that applies counts.
      'theme-color': [barColor(hasColoredHeader ? accent : darkBackground, dark), barColor(accent)],
      'color-scheme': [{ meta: { name: 'color-scheme', content: scheme } }],
      nightmode: hasSheets ? linksOf(theme, context.forum) : [],
    },
    payload: {
      ...(attribute && { 'nightmode.theme': attribute }),
      'fof-nightmode.assets.day': sheetAddress(false, context.forum),
      'fof-nightmode.assets.night': sheetAddress(true, context.forum),
    },
  }
}

function barColor(content: string, media?: string): HeadElement {
  return { meta: { name: 'theme-color', ...(media && { media }), content } }
}

function linksOf(theme: Theme, forum: { rootPath: string }): HeadElement[] {
  const link = (isDark: boolean, media?: string): HeadElement => ({
    link: {
      rel: 'stylesheet',
      ...(media && { media }),
      class: isDark ? 'nightmode-dark' : 'nightmode-light',
      href: sheetAddress(isDark, forum),
    },
  })
  if (theme !== 0) return [link(theme === 2)]
  return [link(false, `not all and ${prefersDark}`), link(true, prefersDark)]
}
