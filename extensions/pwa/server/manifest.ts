import { type Context, forumFactsOf, type Route } from '@parley/server'
import { z } from 'zod'
import { uploadedIcons } from './settings.ts'

const manifestSchema = z.object({
  name: z.string(),
  description: z.string(),
  start_url: z.string().describe('The path of the forum, with a slash at its end.'),
  scope: z.string(),
  dir: z.literal('auto'),
  theme_color: z.string(),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.literal('image/png') })),
  background_color: z.string().optional(),
  orientation: z.literal('portrait').optional(),
  short_name: z.string().optional(),
  display_override: z.array(z.string()).optional(),
})

export type Manifest = z.infer<typeof manifestSchema>

/** Describes the forum as an app (https://www.w3.org/TR/appmanifest/). */
export function manifestOf(context: Context): Manifest {
  const { settings, basePath } = context.forum
  const { title, description, theme } = forumFactsOf(context.forum)
  const background = settings.get('askvortsov-pwa.backgroundColor')
  const shortName = settings.get('askvortsov-pwa.shortName')
  return {
    name: settings.get('askvortsov-pwa.longName') || title,
    description: description ?? '',
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    dir: 'auto',
    theme_color: settings.get('askvortsov-pwa.themeColor') || theme.accent,
    display: 'standalone',
    icons: uploadedIcons(context).map(({ size, url }) => ({
      src: url,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
    ...(background && { background_color: background }),
    ...(settings.get('askvortsov-pwa.forcePortrait') && { orientation: 'portrait' }),
    ...(shortName && { short_name: shortName }),
    ...(settings.get('askvortsov-pwa.windowControlsOverlay') && {
      display_override: ['window-controls-overlay'],
    }),
  }
}

/** `GET /webmanifest`: what browsers read to install the forum. */
export const manifestRoute: Route = {
  method: 'GET',
  path: '/webmanifest',
  isPublic: true,
  isAlwaysOpen: true,
  describes: { summary: 'Show the manifest of the app', answers: { 200: { json: manifestSchema } } },
  run: (_request, context) => ({ status: 200, json: manifestOf(context) }),
}
