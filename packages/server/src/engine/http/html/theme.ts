import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import type { ForumTheme } from '../../../points/requests/forum-facts.ts'
import { html } from './html.ts'

/** The attributes of `<html>` to which the client's style sheet gives the forum's colours. */
export function themeAttributes({ accent, tint, isDark, hasColoredHeader }: ForumTheme): Escaped {
  const seeds = `--accent-seed: ${accent}${tint === null ? '' : `; --tint-seed: ${tint}`}`
  const scheme = isDark ? html` data-theme="dark"` : ''
  const header = hasColoredHeader ? html` data-header="colored"` : ''
  return html`style="${seeds}"${scheme}${header}`
}
