import { adminPage } from './admin-screens.ts'
import { changeSettings } from './send-as.ts'
import type { Screen, Stage } from './stage.ts'

const showNicknames = ({ forum }: Stage, settings?: Readonly<Record<string, string>>) =>
  changeSettings(forum, { display_name_driver: 'nickname', ...settings })

/** The screens of nicknames. Nicknames stay in use for the screens after them. */
export const nicknameScreens: Readonly<Record<string, Screen>> = {
  'change-nickname': {
    what: 'modal to change the nickname',
    as: 'member',
    async open(stage) {
      await showNicknames(stage)
      await stage.page.goto('/settings')
      await stage.page.getByRole('button', { name: 'Change nickname' }).click()
      await stage.on.dialog.called('Change nickname').waitFor()
    },
  },
  'sign-up-nickname': {
    what: 'modal to sign up, with a nickname',
    as: 'guest',
    async open(stage) {
      await showNicknames(stage, { 'flarum-nicknames.set_on_registration': '1' })
      await stage.on.index.goto()
      await stage.on.header.choose('Sign up')
      await stage.on.dialog.called('Sign up').getByLabel('Nickname', { exact: true }).waitFor()
    },
  },
  'admin-nicknames': {
    ...adminPage('/admin/extensions/nicknames', '', async ({ page }) => {
      await page.getByLabel('Pattern').fill('^[a-z')
      await page.getByText('This pattern isn’t valid.').waitFor()
    }),
    what: '`/admin/extensions/{id}`, with a wrong setting',
  },
}
