import type { Screen, Stage } from './stage.ts'

const asAdministrator = (what: string, open: Screen['open']): Screen => ({ what, as: 'administrator', open })

async function openControls({ on }: Stage): Promise<void> {
  await on.user.goto('mira')
  await on.user.controls.open()
}

/** Screens of accounts: the viewer's own, and those of others for administrators. */
export const accountScreens: Readonly<Record<string, Screen>> = {
  'forgot-password': {
    what: 'modal for a forgotten password',
    as: 'guest',
    async open({ on, page }) {
      await on.index.goto()
      await on.header.choose('Log in')
      await page.getByRole('dialog').getByRole('link', { name: 'Forgot your password?' }).click()
      await on.dialog.called('Forgot your password?').waitFor()
    },
  },
  'user-card': {
    what: 'card of a person beside their name',
    as: 'guest',
    at: ['desktop'],
    holdsPointer: true,
    async open({ on, page, samples }) {
      await on.discussion.goto(samples.rich.id)
      // A card that was opened by focus stays open when the direction of the page changes.
      await page.keyboard.press('Tab')
      await page.getByRole('article').first().getByRole('link', { name: 'mira' }).last().focus()
      await on.user.card('mira').waitFor()
    },
  },
  security: {
    what: '`/u/{username}/security`, one’s own',
    as: 'administrator',
    async open({ page, viewer }) {
      await page.goto(`/u/${viewer.username}/security`)
      await page.getByText('This device').waitFor()
    },
  },
  'avatar-crop': {
    what: 'modal to choose the part of a picture',
    as: 'member',
    async open({ on, page, viewer }) {
      await on.user.goto(viewer.username)
      const choosing = page.waitForEvent('filechooser')
      await on.user.picture.button.click()
      await (await choosing).setFiles('docs/screenshot.png')
      await on.dialog.called('Crop picture').waitFor()
    },
  },
  'user-controls': asAdministrator('menu of a person', openControls),
  'edit-user': asAdministrator('modal to edit an account', async (stage) => {
    await openControls(stage)
    await stage.on.user.controls.item('Edit').click()
    await stage.on.dialog.called('Edit account').waitFor()
  }),
  'delete-user': asAdministrator('question: delete an account', async (stage) => {
    await openControls(stage)
    await stage.on.user.controls.item('Delete').click()
    await stage.page.getByRole('dialog').waitFor()
  }),
  'new-token': asAdministrator('modal for a new token', async ({ on, page, viewer }) => {
    await page.goto(`/u/${viewer.username}/security`)
    await page.getByRole('button', { name: 'New token' }).click()
    await on.dialog.called('New token').waitFor()
  }),
  'revoke-token': asAdministrator('question: revoke a token', async ({ on, page, viewer }) => {
    await page.goto(`/u/${viewer.username}/security`)
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = on.dialog.called('New token')
    await dialog.getByLabel('What is it for?').fill('Calendar')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('button', { name: 'Revoke Calendar' }).click()
    await page.getByRole('dialog', { name: /^Revoke/ }).waitFor()
  }),
  'security-member': {
    what: '`/u/{username}/security` without tokens',
    as: 'member',
    async open({ page, viewer }) {
      await page.goto(`/u/${viewer.username}/security`)
      await page.getByRole('button', { name: 'Log out everywhere' }).waitFor()
    },
  },
}
