import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import { html } from './html.ts'

/** The bar of every page in a view of the forum as another, with the way out; nothing elsewhere. */
export function viewBar(context: Context): Escaped {
  const { forum, viewAs } = context
  if (!viewAs) return html``
  const t = translatorOf(context)
  const text = t(`core.views.view_as.${viewAs.kind}_text`, { name: viewAs.name })
  return html`<aside class="ViewBar" aria-label="${t('core.views.view_as.label')}">
<p>${text}</p>
<a class="Button Button--outline" href="${forum.rootPath}${viewAs.endPath}">${t('core.views.view_as.end_link')}</a>
</aside>
`
}
