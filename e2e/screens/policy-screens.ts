import { settled } from '@parley/testing/pages'
import { adminPage } from './admin-screens.ts'
import { remove, sendAs } from './send-as.ts'
import type { Screen, Stage } from './stage.ts'

const path = '/fof/terms/policies'

/** Shows a screen of policies, and takes them away again: members of other screens owe nothing. */
function withPolicies(screen: Screen): Screen {
  return {
    ...screen,
    async open(stage) {
      const ids = [
        await makePolicy(stage, { name: 'Terms of service', update_message: 'We now store less.' }),
        await makePolicy(stage, { name: 'News by mail', optional: true }),
      ]
      await screen.open(stage)
      for (const id of ids) await remove(stage.forum, `${path}/${id}`)
    },
  }
}

function makePolicy({ forum }: Stage, attributes: object): Promise<string> {
  return sendAs(forum, 1, 'POST', path, { type: 'fof-terms-policies', attributes })
}

/** The screens of policies. */
export const policyScreens: Readonly<Record<string, Screen>> = {
  'accept-policies': withPolicies({
    what: 'modal to accept a policy',
    as: 'member',
    async open({ page }) {
      await page.goto('/all')
      await page.getByRole('dialog').waitFor()
      await settled(page)
    },
  }),
  'admin-terms': withPolicies({
    ...adminPage('/admin/extensions/terms', '', ({ page }) =>
      page.getByRole('list', { name: 'Policies' }).getByText('News by mail').waitFor(),
    ),
    what: '`/admin/extensions/{id}`, policies',
  }),
}
