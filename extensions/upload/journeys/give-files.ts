import type { Buffer } from 'node:buffer'

/** A file of a test. */
export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

interface Given {
  kind: 'paste' | 'dragover' | 'drop'
  files: { name: string; mimeType: string; text: string }[]
}

/** An element of a page. */
interface Target {
  evaluate(work: (element: Element, given: Given) => boolean, given: Given): Promise<boolean>
}

/** Gives files to an element as browsers do when they are pasted or dragged. @returns whether the event is the browser's. */
export function giveFiles(
  element: Target,
  kind: Given['kind'],
  files: readonly TestFile[],
): Promise<boolean> {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString('base64'),
  }))
  return element.evaluate(dispatch, { kind, files: sent })
}

/** Runs in the page. */
function dispatch(element: Element, { kind, files }: Given): boolean {
  const transfer = new DataTransfer()
  for (const { name, mimeType, text } of files) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    transfer.items.add(new File([bytes], name, { type: mimeType }))
  }
  const options = { bubbles: true, cancelable: true }
  return element.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
      : new DragEvent(kind, { ...options, dataTransfer: transfer }),
  )
}
