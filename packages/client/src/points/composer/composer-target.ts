/** What the composer writes: a new discussion, a reply, or an edit of a post. */
export type ComposerTarget =
  | { kind: 'discussion' }
  | { kind: 'reply'; discussionId: string }
  | { kind: 'edit'; postId: string }

export interface ComposerFields {
  /** Title of a new discussion; empty for other targets. */
  readonly title: string
  /** Source of the post. */
  readonly content: string
}

/** The key of a target, under which its drafts are stored. */
export function targetKey(target: ComposerTarget): string {
  if (target.kind === 'reply') return `reply:${target.discussionId}`
  if (target.kind === 'edit') return `edit:${target.postId}`
  return 'discussion'
}

/** The target of a key; `undefined` for other texts. */
export function targetOfKey(key: string): ComposerTarget | undefined {
  const [kind, id] = key.split(':', 2)
  if (kind === 'discussion' && id === undefined) return { kind }
  if (kind === 'reply' && id) return { kind, discussionId: id }
  if (kind === 'edit' && id) return { kind, postId: id }
  return undefined
}

export function isSameTarget(one: ComposerTarget | undefined, other: ComposerTarget): boolean {
  return one !== undefined && targetKey(one) === targetKey(other)
}
