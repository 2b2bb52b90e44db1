import type { App } from '../../base/app-context.ts'
import type { ComposerFields, ComposerTarget } from '../../base/composer/composer.ts'

interface ComposerTexts {
  /** Name of the region. */
  label: string
  /** Name and placeholder of the text. */
  body: string
  submit: string
  /** The same for narrow places. */
  shortSubmit: string
}

/** The words that depend on what is being written. */
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

export type ComposerField = keyof ComposerFields

/** The first field that is still empty; `undefined` when everything is there. */
export function missingField({ kind }: ComposerTarget, fields: ComposerFields): ComposerField | undefined {
  if (kind === 'discussion' && fields.title.trim() === '') return 'title'
  return fields.content.trim() === '' ? 'content' : undefined
}
