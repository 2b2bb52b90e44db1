import type { ComposerSample } from '@parley/client'

/** A sample that is named as its button, with the placeholder of that button. */
function sample(name: string, write: (text: string) => string): ComposerSample {
  return {
    label: `markdown.lib.composer.${name}_tooltip`,
    source: ({ t }) => write(t(`markdown.lib.composer.${name}_placeholder`)),
  }
}

/** What can be written, for the help. */
export const samples: Readonly<Record<string, ComposerSample>> = {
  // The title of the help is a heading of the level above.
  header: sample('header', (text) => `## ${text}`),
  bold: sample('bold', (text) => `**${text}**`),
  italic: sample('italic', (text) => `_${text}_`),
  strikethrough: sample('strikethrough', (text) => `~~${text}~~`),
  quote: sample('quote', (text) => `> ${text}`),
  spoiler: sample('spoiler', (text) => `>!${text}!<`),
  code: sample('code', (text) => `\`${text}\``),
  codeBlock: {
    label: 'markdown.lib.composer.code_block_text',
    source: ({ t }) => `\`\`\`\n${t('markdown.lib.composer.code_placeholder')}\n\`\`\``,
  },
  link: sample('link', (text) => `[${text}](https://example.com)`),
  unorderedList: sample('unordered_list', (text) => `- ${text}\n- ${text}\n  - ${text}`),
  orderedList: sample('ordered_list', (text) => `1. ${text}\n2. ${text}`),
  table: {
    label: 'markdown.lib.composer.table_text',
    source: () => '| A | B |\n| --- | --- |\n| 1 | 2 |',
  },
}
