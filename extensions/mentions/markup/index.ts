import { element, type MarkupNode, type MarkupSyntax, type RenderContext } from '@parley/shared/markup'
import type { DeletedUserFacts, GroupMentionFacts, PostMentionFacts, UserMentionFacts } from './facts.ts'
import { matchQuoted, matchUsername, nameInMention } from './match.ts'

const deletedUser = 'core.lib.username.deleted_text'
const deletedPost = 'mentions.forum.post_mention.deleted_text'
const deletedGroup = 'mentions.forum.group_mention.deleted_text'

/** Styles and classes with a color and an icon that administrators chose. */
export const colorStyle = /^--color:(?:#[\da-fA-F]{3,8}|[a-z]{1,30}|(?:rgb|hsl)a?\([\d.,%\s/]{1,40}\))$/
export const iconClass = /^icon [\w -]{1,100}$/

/** Mentions of users, posts and groups (api-extensions 10). */
const mentions: MarkupSyntax = {
  name: 'mentions',
  version: 1,
  elements: {
    a: { class: ['UserMention', 'PostMention'], 'data-id': /^\d+$/ },
    span: {
      class: [
        'UserMention UserMention--deleted',
        'PostMention PostMention--deleted',
        'GroupMention',
        'GroupMention GroupMention--colored',
        'GroupMention GroupMention--deleted',
        'GroupMention-name',
      ],
      style: colorStyle,
    },
    i: { class: iconClass },
  },
  inline: [
    { triggers: '@', match: matchQuoted },
    { triggers: '@', match: matchUsername },
  ],
  references: {
    userMention: {
      render(facts, _, { translate }) {
        const user = facts as UserMentionFacts | DeletedUserFacts
        if ('deletedId' in user) return deleted('UserMention', `@${translate(deletedUser)}`)
        return element('a', { href: user.href, class: 'UserMention' }, [`@${user.displayName}`])
      },
      renderDeleted: (_, { translate }) => deleted('UserMention', `@${translate(deletedUser)}`),
      withCurrentName(facts, { id }, context) {
        const user = facts as UserMentionFacts | DeletedUserFacts | undefined
        if (user && 'displayName' in user)
          return `${quoted(user.displayName, deletedUser, context)}#${user.id}`
        return `${quoted(null, deletedUser, context)}#${user?.deletedId ?? id}`
      },
    },
    postMention: {
      render(facts, { id }, { translate }) {
        const { displayName, href } = facts as PostMentionFacts
        const attributes = { href, class: 'PostMention', 'data-id': id }
        return element('a', attributes, [displayName ?? translate(deletedUser)])
      },
      renderDeleted: (_, { translate }) => deleted('PostMention', translate(deletedPost)),
      withCurrentName(facts, { id }, context) {
        const post = facts as PostMentionFacts | undefined
        const name = post
          ? quoted(post.displayName, deletedUser, context)
          : quoted(null, deletedPost, context)
        return `${name}#p${id}`
      },
    },
    groupMention: {
      render(facts) {
        const { namePlural, color, icon } = facts as GroupMentionFacts
        return element('span', classAndColor('GroupMention', color), [
          element('span', { class: 'GroupMention-name' }, [`@${namePlural}`]),
          element('i', { class: `icon ${icon ?? 'fas fa-at'}` }),
        ])
      },
      renderDeleted: (_, { translate }) => deleted('GroupMention', `@${translate(deletedGroup)}`),
      // As typed, also after a renaming; but the name of a group that the reader does not see stays secret.
      withCurrentName: (facts, { id, source }, context) =>
        facts === undefined ? `${quoted(null, deletedGroup, context)}#g${id}` : source,
    },
  },
}

export default mentions

/** The class of a mention and the color of what it mentions. */
export function classAndColor(name: string, color: string | null): { class: string; style?: string } {
  return color ? { class: `${name} ${name}--colored`, style: `--color:${color}` } : { class: name }
}

function deleted(name: string, text: string): MarkupNode {
  return element('span', { class: `${name} ${name}--deleted` }, [text])
}

/** `@"Name"`, with the current name or a text in place of one. */
function quoted(name: string | null | undefined, otherwise: string, { translate }: RenderContext): string {
  return `@"${nameInMention(name ?? translate(otherwise))}"`
}
