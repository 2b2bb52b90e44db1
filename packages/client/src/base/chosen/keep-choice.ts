import type { App } from '../../points/app.ts'
import { browserStorage } from '../../store/browser-storage.ts'
import type { ChunkLoadError } from '../../store/connection/load-chunk.ts'
import type { OpenModal } from '../modals.ts'
import { choiceKey } from './choice-key.ts'
import { type ElementSign, type KeptChoice, signOf } from './kept-choice.ts'

/** Fields for texts. Passwords are not kept, shown ones neither, and drafts of the composer are kept anyway. */
const textFields =
  ':is(input:is(:not([type]), [type=text], [type=search], [type=email], [type=url], [type=tel], [type=number]), textarea):enabled:not([autocomplete*=password], .Composer *)'

/** Keeps, for the next load of this page, what the reader has typed and the click that needs the missing code. */
export function keepChoice(app: App, { control }: ChunkLoadError): void {
  const choice: KeptChoice = {
    url: window.location.href,
    clicks: (control && clicksTo(control, app.modals.open)) ?? [],
    texts: [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(textFields)]
      .filter(({ value }) => value !== '')
      .map((field) => ({ ...signOf(field), value: field.value })),
  }
  try {
    browserStorage('sessionStorage')?.setItem(choiceKey, JSON.stringify(choice))
  } catch {
    // Without storage the page is loaded as any other.
  }
}

/**
 * The clicks that lead to a control: those on the buttons of the menus, panels and modals around it come first.
 * @param modals the open ones, of which the last may be around it. @returns undefined if no such clicks are known.
 */
function clicksTo(control: Element, modals: readonly OpenModal[]): ElementSign[] | undefined {
  const around = control.closest('dialog, [popover]')
  if (around === null) return control.isConnected ? [signOf(control)] : undefined
  const isModal = around instanceof HTMLDialogElement
  const opener = isModal ? modals.at(-1)?.control : buttonOf(around)
  const before = opener && clicksTo(opener, isModal ? modals.slice(0, -1) : modals)
  return before && [...before, signOf(control)]
}

/** The button that opens a popover: beside it, or anywhere by the popover's id. */
function buttonOf(popover: Element): Element | undefined {
  const beside = popover.parentElement?.querySelector(':scope > [aria-haspopup]')
  const named = document.querySelectorAll(`[popovertarget="${CSS.escape(popover.id)}"]`)
  return beside ?? [...named].find((button) => !popover.contains(button))
}
