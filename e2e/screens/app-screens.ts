import { adminPage } from './admin-screens.ts'
import type { Screen } from './stage.ts'

/** The screens of the installable app. */
export const appScreens: Readonly<Record<string, Screen>> = {
  'admin-pwa': {
    ...adminPage('/admin/extensions/pwa', '', ({ page }) =>
      page.getByRole('region', { name: 'State of the app' }).getByText('144 × 144').waitFor(),
    ),
    what: '`/admin/extensions/{id}`, settings of the installable app',
  },
}
