import type { Draft } from '../../base/composer/draft.ts'
import type { App } from '../../points/app.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'

type Titled = Pick<Draft, 'fields' | 'subject'> & { target: ComposerTarget }

/** The title of a draft in lists: that of its discussion, new or existing. */
export function draftTitle(t: App['t'], { target, fields, subject }: Titled): string {
  if (target.kind === 'discussion') return fields.title.trim() || t('core.forum.drafts.untitled_text')
  return subject?.title || t(`core.forum.drafts.${target.kind}_text`)
}

/** The kind of a draft: a new discussion, a reply, or an edit of a post. */
export function draftKind(t: App['t'], { target, subject }: Titled): string {
  if (target.kind === 'edit' && subject?.postNumber !== undefined)
    return t('core.forum.drafts.edit_post_text', { number: subject.postNumber })
  return t(`core.forum.drafts.${target.kind}_text`)
}
