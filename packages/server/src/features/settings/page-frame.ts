import { forumFactsOf } from '../../points/requests/forum-facts.ts'
import type { DescribeFrame } from '../../points/requests/page-frame.ts'

/** The colors of pages: the attributes of `<html>` from which the client's style sheet has them, and that of the browser. */
export const pageFrame: DescribeFrame = ({ forum }) => {
  const { accent, tint, isDark, hasColoredHeader } = forumFactsOf(forum).theme
  return {
    attributes: {
      style: `--accent-seed: ${accent}${tint === null ? '' : `; --tint-seed: ${tint}`}`,
      'data-theme': isDark ? 'dark' : null,
      'data-header': hasColoredHeader ? 'colored' : null,
    },
    head: { 'theme-color': [{ meta: { name: 'theme-color', content: accent } }] },
  }
}
