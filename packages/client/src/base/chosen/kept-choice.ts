/** A link, button or field, as another load of the same page has it. */
export interface ElementSign {
  /** Selector of the row or post that holds it; empty for one of its own. */
  holder: string
  tag: string
  className: string
  /** Its label or text. */
  name: string
  /** Its place among elements for which all of that is the same. */
  index: number
}

/** What the reader had chosen, and typed, on a page. */
export interface KeptChoice {
  /** Address of the page. */
  url: string
  /** What was clicked: the buttons that open menus and modals first. Empty if that is unknown. */
  clicks: readonly ElementSign[]
  texts: readonly (ElementSign & { value: string })[]
}

/** How an element can be found again. */
export function signOf(element: Element): ElementSign {
  const sign = {
    holder: holderOf(element),
    tag: element.tagName,
    className: element.className,
    name: nameOf(element),
  }
  return { ...sign, index: findAll(sign).indexOf(element) }
}

/** The element of a sign, or else another that looks the same; undefined while none is visible. */
export function findBySign({ index, ...sign }: ElementSign): Element | undefined {
  const found = findAll(sign)
  return [found[index], ...found].find((element) => element?.checkVisibility())
}

function findAll({ holder, tag, className, name }: Omit<ElementSign, 'index'>): Element[] {
  const root: ParentNode | null = holder === '' ? document : document.querySelector(holder)
  return [...(root?.querySelectorAll(tag) ?? [])].filter(
    (element) => element.className === className && nameOf(element) === name && holderOf(element) === holder,
  )
}

function holderOf(element: Element): string {
  const holder = element.closest<HTMLElement>('[data-id], [data-number]')
  if (holder === null) return ''
  const { id, number } = holder.dataset
  const attribute =
    id === undefined ? `[data-number="${CSS.escape(number ?? '')}"]` : `[data-id="${CSS.escape(id)}"]`
  return `.${[...holder.classList].slice(0, 1).map(CSS.escape)}${attribute}`
}

/** Without numbers, as counts change. */
function nameOf(element: Element): string {
  const labels =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
  const text = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent
  return text.replace(/\d+/g, '').trim()
}
