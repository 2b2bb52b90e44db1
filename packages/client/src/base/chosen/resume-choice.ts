import type { App } from '../../points/app.ts'
import { browserStorage } from '../../store/browser-storage.ts'
import { choiceKey } from './choice-key.ts'
import { type ElementSign, findBySign, type KeptChoice } from './kept-choice.ts'

/** Milliseconds for which a menu or modal may take to appear, and those between two looks. */
const timeout = 5000
const interval = 50

/**
 * Fills in the texts that the reader had typed, and clicks what the reader had chosen, on the page before it was loaded
 * again. Leaves it at the first element that does not appear, and once the reader does something else.
 */
export async function openChoice(app: App): Promise<void> {
  const choice = takeChoice()
  if (choice === undefined) return
  const reader = new AbortController()
  for (const act of ['pointerdown', 'keydown'])
    document.addEventListener(act, () => reader.abort(), { capture: true, signal: reader.signal })
  const texts = new Set(choice.texts)
  const fillIn = () => {
    for (const text of texts) if (fill(text)) texts.delete(text)
  }
  for (const click of choice.clicks) {
    const control = await find(click, reader.signal)
    fillIn()
    // The form takes over what was filled in.
    await pause()
    if (!(control instanceof HTMLElement) || reader.signal.aborted) return
    app.alerts.dismissRequestErrors()
    control.click()
  }
  await waitFor(() => {
    fillIn()
    return texts.size === 0 || undefined
  }, reader.signal)
  reader.abort()
}

function takeChoice(): KeptChoice | undefined {
  const storage = browserStorage('sessionStorage')
  try {
    const choice: KeptChoice | null = JSON.parse(storage?.getItem(choiceKey) ?? 'null')
    return choice?.url === window.location.href ? choice : undefined
  } catch {
    return undefined
  } finally {
    storage?.removeItem(choiceKey)
  }
}

function find(sign: ElementSign, signal: AbortSignal): Promise<Element | undefined> {
  return waitFor(() => findBySign(sign), signal)
}

async function waitFor<T>(look: () => T | undefined, signal: AbortSignal): Promise<T | undefined> {
  for (let waited = 0; waited <= timeout && !signal.aborted; waited += interval) {
    const found = look()
    if (found !== undefined) return found
    await pause()
  }
  return undefined
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, interval))
}

/** Types a text into its field. @returns whether the field is there. */
function fill({ value, ...sign }: ElementSign & { value: string }): boolean {
  const field = findBySign(sign)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  if (field.value === value) return true
  // React follows the prototype's setter, as if the reader had typed.
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return true
}
