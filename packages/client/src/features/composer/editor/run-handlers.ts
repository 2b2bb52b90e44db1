import type { EditorContext, EditorEventHandler } from '../../../points/composer/composer-extension.ts'
import type { Named } from '../../../points/composer/composer-parts.ts'

/** Asks handlers in their order until one handles the data. One that fails is reported, and has not handled it. */
export function runHandlers<Data>(
  handlers: readonly Named<EditorEventHandler<Data>>[],
  data: Data,
  context: EditorContext,
): boolean {
  return handlers.some(({ extension, part: handle }) => {
    try {
      return handle(data, context)
    } catch (error) {
      context.app.reportFailure(extension ?? 'core', error)
      return false
    }
  })
}
