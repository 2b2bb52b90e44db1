/** Text that the reader has selected in one post. */
export interface SelectedText {
  /** Number of the post. */
  number: number
  /** Without blanks around it. */
  text: string
  /** The post that it is in, and its text. */
  article: HTMLElement
  body: HTMLElement
  /** The end of the selection in the window, in pixels. */
  end: DOMRect
}

/** The selection, if it is text of one post. */
export function findSelection(): SelectedText | undefined {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount !== 1) return undefined
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: container } = range
  const element = container instanceof Element ? container : container.parentElement
  const body = element?.closest<HTMLElement>('.Post-body')
  const post = body?.closest<HTMLElement>('.Post[data-number]')
  const text = selection.toString().trim()
  if (!body || !post || text === '') return undefined
  const end = [...range.getClientRects()].at(-1) ?? range.getBoundingClientRect()
  return { number: Number(post.dataset.number), text, article: post, body, end }
}
