import {
  type Actor,
  allOf,
  allow,
  anyOf,
  type Condition,
  type Context,
  type DiscussionRow,
  deny,
  isOwn,
  isWindowOpen,
  noOpinion,
  ownRows,
  type Policy,
  rowsInWindow,
  rowsWhere,
  type Tables,
} from '@parley/server'
import type { ExpressionBuilder } from 'kysely'
import { hasTagAmong, isUntagged, tagIdsOf } from '../discussions/tagged.ts'
import { holdsIn, permissionIn, restrictedAmong } from '../rights.ts'
import type { KnownTag } from '../tree.ts'

const hiddenTag = deny.because('tags.admin.why.hidden_tag')
const noTag = deny.because('tags.admin.why.no_tag')
const restrictedTag = deny.because('tags.admin.why.restricted_tag')
const cannotReply = noOpinion.because('core.admin.why.author_cannot_reply')
const inTime = allow.because('core.admin.why.author_in_time', 'allow_tag_change')
const tooLate = noOpinion.because('core.admin.why.author_too_late', 'allow_tag_change')

type DiscussionPolicy = Policy<DiscussionRow, 'discussions'>
type Builder = ExpressionBuilder<Tables, 'discussions'>

/** Who sees discussions: who may see all of their tags; where there are none, who may see the forum. */
const view: DiscussionPolicy = {
  verdict(actor, discussion) {
    const ids = tagIdsOf(discussion)
    if (ids.length === 0) return actor.hasPermission('viewForum') ? undefined : noTag
    const tags = actor.rules.tables.get('tags').withIds(ids)
    return tags.every((tag) => holdsIn(actor, tag, 'viewForum')) ? undefined : hiddenTag
  },
  scope(eb, context) {
    const { actor, forum } = context
    const { all, deletedIds } = forum.tables.get('tags')
    const hidden = all.filter((tag) => !holdsIn(actor, tag, 'viewForum')).map(({ id }) => id)
    return {
      deny: anyOf([
        hasTagAmong(eb, hidden, context),
        !actor.hasPermission('viewForum') && isUntagged(eb, deletedIds),
      ]),
    }
  },
}

/** Whether the actor's groups hold the permission for an ability in a restricted tag. */
function holdsForDiscussions(actor: Actor, { id }: KnownTag, ability: string): boolean {
  return actor.hasPermission(permissionIn(id, `discussion.${ability}`))
}

/** Restricted tags decide alone: the permission of each is needed, and enough. */
function decideByTags(actor: Actor, discussion: DiscussionRow, ability: string) {
  const tags = actor.rules.tables.get('tags').withIds(tagIdsOf(discussion))
  const restricted = restrictedAmong(actor, tags)
  if (restricted.length === 0) return undefined
  return restricted.every((tag) => holdsForDiscussions(actor, tag, ability)) ? allow : restrictedTag
}

/** As `decideByTags`, for the rows of a query. */
function rowsByTags(eb: Builder, context: Context, ability: string): { deny: Condition; allow: Condition } {
  const { actor } = context
  const tree = actor.rules.tables.get('tags')
  const { true: held = [], false: others = [] } = Object.groupBy(tree.restricted, (tag) =>
    String(tree.restrictionsOf(tag).every((each) => holdsForDiscussions(actor, each, ability))),
  )
  const isIn = (tags: readonly KnownTag[]) =>
    hasTagAmong(
      eb,
      tags.map(({ id }) => id),
      context,
    )
  return { deny: isIn(others), allow: isIn(held) }
}

/** Who changes the tags of a discussion: by permission, or its author within a time window. */
const tag: DiscussionPolicy = {
  verdict(actor, discussion, ability) {
    const byTags = decideByTags(actor, discussion, ability)
    if (byTags || !isOwn(actor, discussion)) return byTags
    if (!actor.can('reply', 'discussions', discussion)) return cannotReply
    const isOpen = isWindowOpen(actor.rules.settings.get('allow_tag_change'), {
      since: discussion.created_at,
      now: actor.rules.now(),
      isUnanswered: discussion.participant_count <= 1,
    })
    return isOpen ? inTime : tooLate
  },
  scope(eb, context, asked) {
    const byTags = rowsByTags(eb, context, asked.ability)
    const own = ownRows(context, 'discussions', asked)
    const ofAuthor = () =>
      allOf([
        own,
        rowsInWindow(context.forum.settings.get('allow_tag_change'), {
          since: eb.ref('discussions.created_at'),
          now: context.forum.now(),
          isUnanswered: eb('discussions.participant_count', '<=', 1),
        }),
        rowsWhere(context, 'reply', 'discussions'),
      ])
    return { deny: byTags.deny, allow: anyOf([byTags.allow, own !== false && ofAuthor()]) }
  },
}

export const discussionPolicies: Record<string, DiscussionPolicy> = {
  '*': {
    verdict: (actor, discussion, ability) =>
      ability === 'view' || ability === 'tag' ? undefined : decideByTags(actor, discussion, ability),
    scope: (eb, context, { ability }) =>
      ability === 'view' || ability === 'tag' ? undefined : rowsByTags(eb, context, ability),
  },
  view,
  tag,
}
