import { element, type MarkupSyntax } from '@parley/shared/markup'
import type { DeletedTagFacts, TagMentionFacts } from './facts.ts'
import { classAndColor, colorStyle, iconClass } from './index.ts'
import { matchTag } from './match.ts'

/** Mentions of tags, while tags are enabled (api-extensions 10). */
const tagMentions: MarkupSyntax = {
  name: 'tag-mentions',
  version: 1,
  elements: {
    a: { class: ['TagMention', 'TagMention TagMention--colored'], style: colorStyle, 'data-id': /^\d+$/ },
    span: { class: ['TagMention TagMention--deleted', 'TagMention-text'] },
    i: { class: iconClass },
  },
  inline: [{ triggers: '#', match: matchTag }],
  references: {
    tagMention: {
      render(facts) {
        const tag = facts as TagMentionFacts | DeletedTagFacts
        if ('deletedName' in tag) {
          return element('span', { class: 'TagMention TagMention--deleted' }, [tag.deletedName])
        }
        const { id, name, href, color, icon } = tag
        const attributes = { href, ...classAndColor('TagMention', color), 'data-id': id }
        const children = icon ? [element('i', { class: `icon ${icon}` }), name] : [name]
        return element('a', attributes, [element('span', { class: 'TagMention-text' }, children)])
      },
      renderDeleted: ({ source }) => element('span', { class: 'TagMention TagMention--deleted' }, [source]),
    },
  },
}

export default tagMentions
