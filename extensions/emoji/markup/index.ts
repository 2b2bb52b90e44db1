import type { MarkupSyntax } from '@parley/shared/markup'

/**
 * Emoticons become emoji anywhere but in code and addresses (api-extensions 9.4), and so do the texts of custom emoji (21). The
 * source stays as typed.
 */
const emoticons: MarkupSyntax = {
  name: 'emoji',
  version: 2,
  elements: { span: { class: ['flamoji'] } },
  replacements: {
    ':)': '🙂',
    ':D': '😃',
    ':P': '😛',
    ':(': '🙁',
    ':|': '😐',
    ';)': '😉',
    ":'(": '😢',
    ':O': '😮',
    '>:(': '😡',
  },
}

export default emoticons
