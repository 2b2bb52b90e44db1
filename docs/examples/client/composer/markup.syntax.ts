import type { MarkupSyntax } from '@parley/shared/markup'

const arrows: MarkupSyntax = { name: 'arrows', version: 1, replacements: { '-->': '→', '<--': '←' } }

export default arrows
