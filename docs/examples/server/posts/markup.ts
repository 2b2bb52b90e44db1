import { defineExtension } from '@parley/server'
import type { MarkupSyntax } from '@parley/shared/markup'

const arrows: MarkupSyntax = { name: 'arrows', version: 1, replacements: { '-->': '→', '<--': '←' } }

/** Writers get arrows for `-->`. The client declares the same syntax for its preview. */
export default defineExtension({
  markup: [{ syntax: arrows }],
})
