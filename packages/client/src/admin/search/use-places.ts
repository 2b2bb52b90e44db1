import { useMemo, useState } from 'react'
import type { NamedAdminPage } from '../../points/admin/admin-pages.ts'
import type { SettingInfo } from '../../points/admin/setting-fields.ts'
import { useApp } from '../../points/app-context.ts'
import { pagePath } from '../frame/admin-routes.ts'
import { type SettingsDocument, settingsOf } from '../settings/settings-document.ts'
import { useAdmin } from '../use-admin.ts'
import type { Place } from './find-places.ts'

/** The pages that the viewer may see and, once `load` has answered, the settings. */
export function usePlaces(): { places: readonly Place[]; load: () => void } {
  const { api, t } = useApp()
  const { pages, permissions } = useAdmin()
  const [settings, setSettings] = useState<readonly SettingInfo[]>()
  const load = () => {
    if (settings !== undefined || !permissions.has('administrate')) return
    api.request<SettingsDocument>('/admin/settings', { isBackground: true }).then(
      (document) => setSettings(settingsOf(document)),
      // The pages are found without it, and the next focus asks again.
      () => {},
    )
  }
  const places = useMemo(() => {
    const listed = pages.filter(({ isListed }) => isListed !== false)
    return [
      ...listed.map(
        (page): Place => ({
          key: page.name,
          label: t(page.label),
          icon: page.icon,
          path: pagePath(page),
          texts: [page.keywords && t(page.keywords)],
        }),
      ),
      ...(settings ?? []).flatMap((setting) => placeOf(setting, pages, t)),
    ]
  }, [pages, settings, t])
  return { places, load }
}

function placeOf(
  setting: SettingInfo,
  pages: readonly NamedAdminPage[],
  t: (key: string) => string,
): Place[] {
  const { key, label, help, keywords, section } = setting
  const own = pages.find(({ name }) => name === setting.page)
  // The settings of an extension without a page of its own are on the page about that extension.
  const page = own ?? pages.find(({ name }) => name === extensionPage)
  if (page === undefined) return []
  const path = pagePath(page).replace(':id', encodeURIComponent(setting.page))
  return [
    {
      key,
      label,
      icon: page.icon,
      path: `${path}?setting=${encodeURIComponent(key)}`,
      texts: [help, keywords, section?.heading],
      ...(own && { context: t(own.label) }),
    },
  ]
}

/** Name of the page `/extensions/:id`. */
const extensionPage = 'extension'
