import { type Context, defineExtension, renderText } from '@parley/server'

/** Notes of members have Markdown without pictures and quotations. `htmlOfNote` makes their HTML. */
export default defineExtension({
  markupKinds: { note: { leavesOut: ['img', 'blockquote'], newTabs: true } },
})

export const htmlOfNote = (source: string, context: Context) => renderText('note', source, context)
