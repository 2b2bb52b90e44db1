import { createHash } from 'node:crypto'
import type { Route } from '@parley/server'

/**
 * Sheets that make a page light or dark whatever it is without them. The build writes `light-dark()` with these variables, for
 * browsers without that function. Paper is light.
 */
const sheets = {
  '/nightmode/forum.css':
    '@media screen{:root{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light}}\n',
  '/nightmode/forum-dark.css':
    '@media screen{:root{--lightningcss-light: ;--lightningcss-dark:initial;color-scheme:dark}}\n',
}

const version = createHash('sha256').update(Object.values(sheets).join('')).digest('hex').slice(0, 12)

/** Returns the address of the dark or the light sheet. */
export function sheetAddress(isDark: boolean, { rootPath }: { rootPath: string }): string {
  return `${rootPath}/nightmode/forum${isDark ? '-dark' : ''}.css?v=${version}`
}

/** Serves the sheets. Their addresses change with what is in them, so browsers keep them. */
export const sheetRoutes: Route[] = Object.entries(sheets).map(([path, text]) => ({
  method: 'GET',
  path,
  isPublic: true,
  isAlwaysOpen: true,
  describes: {
    summary: `Show the style sheet of the ${path.includes('dark') ? 'dark' : 'light'} theme`,
    answers: { 200: { text: 'text/css' }, 304: 'empty' },
  },
  run: ({ query }) => ({
    status: 200,
    text,
    contentType: 'text/css; charset=utf-8',
    headers: { 'cache-control': query.v === version ? 'public, max-age=31536000, immutable' : 'no-cache' },
  }),
}))
