import type { MessageParam, MessageTag } from '@parley/shared/i18n'
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { useApp } from '../app-context.ts'

export type RichParams = Record<string, MessageParam | ReactElement | MessageTag<ReactElement>>

/**
 * A message with elements in it. Its tags become what the functions of their names return.
 * @example <Rich id="core.forum.log_in.sign_up_text" params={{ link: (text) => <a href="/register">{text}</a> }} />
 */
export function Rich({ id, params }: { id: string; params: RichParams }): ReactNode {
  const parts = useApp().translator.rich<ReactElement>(id, params)
  // Spread, so that the parts are children in fixed places, which need no keys.
  return createElement(Fragment, null, ...parts)
}
