import type { MarkupSyntax } from '@parley/shared/markup'

/** Emoticons become emoji anywhere but in code and addresses (api-extensions 9.4). The source stays as typed. */
const emoticons: MarkupSyntax = {
  name: 'emoji',
  version: 1,
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
