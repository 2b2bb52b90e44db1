import { expect, type Locator, type Page } from '@playwright/test'

const farthest = 80

/** Somebody with a keyboard and nothing else, who must see at every stop where they are. */
export class Typist {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Goes from stop to stop until a part has the focus. `back` goes the other way. */
  async tabTo(target: Locator, { back = false } = {}): Promise<void> {
    const [onward, backward] = back ? ['Shift+Tab', 'Tab'] : ['Tab', 'Shift+Tab']
    await target.waitFor()
    const hasFocus = () => target.evaluate((element) => element === document.activeElement)
    for (let stops = 0; stops < farthest && !(await hasFocus()); stops += 1) await this.#leave(onward)
    await expect(target).toBeFocused()
    await expect(target).toBeInViewport()
    // Left once, so that it is looked at, too.
    await this.#leave(onward)
    await this.#leave(backward)
    await expect(target).toBeFocused()
  }

  /** Goes to a button and chooses from its menu the item that begins with some letters. */
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

  /** What is left must have looked otherwise while it had the focus. */
  async #leave(key: string): Promise<void> {
    const stop = await this.#page.evaluateHandle(rememberStop)
    await this.press(key)
    expect(await stop.evaluate((nameIfUnseen) => nameIfUnseen()), 'where the focus did not show').toBeNull()
    await stop.dispose()
  }
}

/** @returns what names the part that has the focus now, if it still looks the same when it no longer has it. */
function rememberStop(): () => string | null {
  const element = document.activeElement
  const parts: Element[] = []
  // A row shows the focus of its title, a line that of the text below it.
  for (let part = element; part !== null && parts.length < 5; part = part.parentElement) parts.push(part)
  if (element?.nextElementSibling) parts.push(element.nextElementSibling)
  const look = () =>
    JSON.stringify(
      parts.flatMap((part) =>
        ['', '::before', '::after'].map((pseudo) => {
          const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part, pseudo)
          return [outline, boxShadow, borderColor, backgroundColor]
        }),
      ),
    )
  const focused = look()
  return () => {
    const isStop = element instanceof HTMLElement && element.isConnected && element.tabIndex >= 0
    if (!isStop || element === document.activeElement || look() !== focused) return null
    return element.outerHTML.slice(0, 200)
  }
}
