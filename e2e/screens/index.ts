import { existsSync } from 'node:fs'
import { accountScreens } from './account-screens.ts'
import { adminScreens } from './admin-screens.ts'
import { appScreens } from './app-screens.ts'
import { emojiScreens } from './emoji-screens.ts'
import { failureScreens } from './failure-screens.ts'
import { followingScreens } from './following-screens.ts'
import { guestScreens } from './guest-screens.ts'
import { linkPreviewScreens } from './link-preview-screens.ts'
import { memberScreens } from './member-screens.ts'
import { mentionScreens } from './mention-screens.ts'
import { moderationScreens } from './moderation-screens.ts'
import { moderatorScreens } from './moderator-screens.ts'
import { nicknameScreens } from './nickname-screens.ts'
import { pageScreens } from './page-screens.ts'
import { policyScreens } from './policy-screens.ts'
import { profileScreens } from './profile-screens.ts'
import { reactionScreens } from './reaction-screens.ts'
import { type Screen, type Width, widths } from './stage.ts'
import { uploadScreens } from './upload-screens.ts'

const folders = new URL('../../extensions/', import.meta.url)

/** The screens of an extension, which are missing with its folder. */
const screensOf = (extension: string, screens: Readonly<Record<string, Screen>>) => {
  const isMissing = !existsSync(new URL(extension, folders))
  return Object.fromEntries(Object.entries(screens).map(([name, screen]) => [name, { ...screen, isMissing }]))
}

/** All screens by name, which is also the name of their pictures and of their rows in docs/screens.md. */
export const screens: Readonly<Record<string, Screen>> = {
  ...guestScreens,
  ...memberScreens,
  ...moderatorScreens,
  ...accountScreens,
  ...adminScreens,
  ...failureScreens,
  ...screensOf('mentions', mentionScreens),
  ...followingScreens,
  ...moderationScreens,
  ...screensOf('nicknames', nicknameScreens),
  ...profileScreens,
  ...screensOf('emoji', emojiScreens),
  ...screensOf('reactions', reactionScreens),
  ...screensOf('upload', uploadScreens),
  ...screensOf('pwa', appScreens),
  ...screensOf('pages', pageScreens),
  ...screensOf('terms', policyScreens),
  ...screensOf('link-preview', linkPreviewScreens),
}

const themes = ['light', 'dark'] as const
const directions = ['ltr', 'rtl'] as const

/** A colour scheme and a direction in which a screen is shown. */
export interface Look {
  theme: (typeof themes)[number]
  direction: (typeof directions)[number]
}

export const looks: readonly Look[] = themes.flatMap((theme) =>
  directions.map((direction) => ({ theme, direction })),
)

/** Names of the widths at which a screen exists. */
export function widthsOf({ at }: Screen): readonly Width[] {
  return at ?? (Object.keys(widths) as Width[])
}

/** Path of the picture of a screen, from the root of the repository. */
export function pictureOf(name: string, width: Width, { theme, direction }: Look): string {
  return `test-results/screens/${name}/${width}-${theme}-${direction}.png`
}
