import { type Context, forumFactsOf, type Route, requireAdministrator, translatorOf } from '@parley/server'
import { z } from 'zod'
import { iconSizes } from '../shared.ts'
import { manifestOf } from './manifest.ts'
import { vapidKeysOf } from './push/keys.ts'
import { uploadedIcons } from './settings.ts'

/** The side from which browsers offer to install the forum, in pixels. */
const installableSize = 144

const attributes = z.object({
  manifest: z.record(z.string(), z.unknown()),
  sizes: z.array(z.number()).describe('The sides of icons, in pixels.'),
  status_messages: z.array(z.object({ type: z.enum(['error', 'success']), message: z.string() })),
})

/** `GET /api/pwa/settings`: tells administrators what keeps readers from installing the forum. */
export const statusRoute: Route = {
  method: 'GET',
  path: '/api/pwa/settings',
  describes: {
    summary: 'Show whether the forum can be installed',
    answers: { 200: { type: 'pwa-settings', attributes }, 403: 'error' },
  },
  run(_request, context) {
    requireAdministrator(context)
    const json = {
      manifest: manifestOf(context),
      sizes: [...iconSizes],
      status_messages: messagesOf(context),
    } satisfies z.infer<typeof attributes>
    return { status: 200, json: { data: { type: 'pwa-settings', id: 'global', attributes: json } } }
  },
}

function messagesOf(context: Context): z.infer<typeof attributes>['status_messages'] {
  const { forum } = context
  const t = translatorOf(context)
  const name = forum.settings.get('askvortsov-pwa.longName') || forumFactsOf(forum).title
  const faults = [
    ...(name === '' ? [t('pwa.admin.status.no_name')] : []),
    ...(uploadedIcons(context).some(({ size }) => size >= installableSize)
      ? []
      : [t('pwa.admin.status.no_logo')]),
    ...(forum.baseUrl.startsWith('https:') ? [] : [t('pwa.admin.status.config_no_https')]),
    ...(vapidKeysOf(forum) ? [] : [t('pwa.admin.status.no_vapid_keys')]),
  ]
  if (faults.length === 0) return [{ type: 'success', message: t('pwa.admin.status.success') }]
  return faults.map((message) => ({ type: 'error', message }))
}
