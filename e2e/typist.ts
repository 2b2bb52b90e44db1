import { expect, type Locator, type Page } from '@playwright/test'

const maxStops = 80

/** Uses a page by keyboard only, and checks that the focus is visible at every stop. */
export class Typist {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses Tab, or Shift+Tab with `back`, until an element has the focus. */
  async tabTo(target: Locator, { back = false } = {}): Promise<void> {
    const [forward, backward] = back ? ['Shift+Tab', 'Tab'] : ['Tab', 'Shift+Tab']
    await target.waitFor()
    const hasFocus = () => target.evaluate((element) => element === document.activeElement)
    for (let stops = 0; stops < maxStops && !(await hasFocus()); stops += 1) await this.#leave(forward)
    await expect(target).toBeFocused()
    await expect(target).toBeInViewport()
    // Leaves the target once, to check its focus style, too.
    await this.#leave(forward)
    await this.#leave(backward)
    await expect(target).toBeFocused()
  }

  /** Opens the menu of a button by keyboard and chooses the item that begins with some letters. */
  async chooseFrom(button: Locator, letters: string, item: Locator): Promise<void> {
    await this.tabTo(button)
    await this.press('Enter')
    await expect(this.#page.getByRole('menu').locator(':focus')).toBeVisible()
    await this.type(letters)
    await expect(item).toBeFocused()
    await this.press('Enter')
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key)
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text)
  }

  /** Moves the focus, and expects that the previous element looked different while it had the focus. */
  async #leave(key: string): Promise<void> {
    const stop = await this.#page.evaluateHandle(captureFocusStyle)
    await this.press(key)
    expect(
      await stop.evaluate((describeIfUnchanged) => describeIfUnchanged()),
      'where the focus did not show',
    ).toBeNull()
    await stop.dispose()
  }
}

/** @returns a function that, after the focus has moved, describes the previous element if its style is the same. */
function captureFocusStyle(): () => string | null {
  const element = document.activeElement
  const parts: Element[] = []
  // A parent or the next sibling may show the focus instead of the element.
  for (let part = element; part !== null && parts.length < 5; part = part.parentElement) parts.push(part)
  if (element?.nextElementSibling) parts.push(element.nextElementSibling)
  const styles = () =>
    JSON.stringify(
      parts.flatMap((part) =>
        ['', '::before', '::after'].map((pseudo) => {
          const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part, pseudo)
          return [outline, boxShadow, borderColor, backgroundColor]
        }),
      ),
    )
  const focused = styles()
  return () => {
    const isStop = element instanceof HTMLElement && element.isConnected && element.tabIndex >= 0
    if (!isStop || element === document.activeElement || styles() !== focused) return null
    return element.outerHTML.slice(0, 200)
  }
}
