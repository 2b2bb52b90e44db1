import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { RichParams } from '../../points/rich-params.ts'

/**
 * Renders a message that contains elements. Calls the function named after each of its tags.
 * @example <Rich id="core.forum.log_in.sign_up_text" params={{ link: (text) => <a href="/register">{text}</a> }} />
 */
export function Rich({ id, params }: { id: string; params: RichParams }): ReactNode {
  const parts = useApp().translator.rich<ReactElement>(id, params)
  // Spread arguments are static children, which need no keys.
  return createElement(Fragment, null, ...parts)
}
