import type { App } from '../../points/app.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'

interface ComposerTexts {
  /** Name of the region. */
  label: string
  /** Accessible name and placeholder of the text field. */
  body: string
  submit: string
  /** `submit` for narrow screens. */
  shortSubmit: string
}

/** The texts that depend on the target. */
export function composerTexts(t: App['t'], { kind }: ComposerTarget): ComposerTexts {
  if (kind === 'discussion') {
    return {
      label: t('core.forum.composer_discussion.title'),
      body: t('core.forum.composer_discussion.body_placeholder'),
      submit: t('core.forum.composer_discussion.submit_button'),
      shortSubmit: t('core.forum.composer.post_button'),
    }
  }
  const body = t('core.forum.composer_reply.body_placeholder')
  if (kind === 'reply') {
    return {
      label: t('core.forum.discussion_controls.reply_button'),
      body,
      submit: t('core.forum.composer_reply.submit_button'),
      shortSubmit: t('core.forum.composer.post_button'),
    }
  }
  return {
    label: t('core.forum.composer_edit.title'),
    body,
    submit: t('core.forum.composer_edit.submit_button'),
    shortSubmit: t('core.forum.composer.save_button'),
  }
}

/** Characters (code points) of a discussion's title, as the server counts them. */
const maxTitleLength = 80

/** How many more characters a title may have; negative for one that is too long. */
export function titleSpace(title: string): number {
  return maxTitleLength - [...title.trim()].length
}
