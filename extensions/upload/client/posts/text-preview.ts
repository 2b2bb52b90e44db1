import type { App } from '@parley/client'

/** Bytes of a text that are shown. Longer ones are for downloading. */
const longest = 1024 * 1024

/** Lets previews of texts show all of the text, and less again. */
export function expandTexts(text: HTMLElement, app: App, signal: AbortSignal): void {
  for (const figure of text.querySelectorAll<HTMLElement>('.Upload-text')) {
    const href = figure.querySelector('figcaption > a')?.getAttribute('href')
    const code = figure.querySelector('code')
    const isAllShown = code !== null && figure.getAttribute('data-has-snippet') !== 'true'
    if (!href || isAllShown || !isFileOfForum(href, app)) continue
    addButton(figure, href, app, signal)
  }
}

/** Other addresses are not loaded, whatever a post says. */
function isFileOfForum(address: string, app: App): boolean {
  const { origin, pathname } = new URL(address, location.href)
  const folders = ['/assets/files/', '/api/fof/download/']
  return origin === location.origin && folders.some((folder) => pathname.startsWith(app.href(folder)))
}

function addButton(figure: HTMLElement, href: string, app: App, signal: AbortSignal): void {
  const { t } = app
  const snippet = figure.querySelector('code')?.textContent ?? ''
  const button = document.createElement('button')
  const state = document.createElement('p')
  let loaded: string | undefined
  button.type = 'button'
  button.className = 'Button Button--quiet Upload-toggle'
  state.className = 'Upload-state'
  state.role = 'status'
  const show = (isExpanded: boolean) => {
    button.ariaExpanded = String(isExpanded)
    button.textContent = t(`upload.forum.text_preview.${isExpanded ? 'collapse' : 'expand'}`)
    figure.classList.toggle('is-expanded', isExpanded)
  }
  const expand = async () => {
    button.ariaBusy = 'true'
    state.textContent = loaded === undefined ? t('upload.forum.text_preview.loading_text') : ''
    try {
      loaded ??= await load(href, signal)
      codeOf(figure).textContent = loaded
      state.textContent = loaded === '' ? t('upload.forum.text_preview.no_snippet') : ''
      show(true)
    } catch (error) {
      if (signal.aborted) return
      state.textContent = t(
        `upload.forum.text_preview.${error instanceof TooLong ? 'too_long_text' : 'error'}`,
      )
    } finally {
      button.ariaBusy = null
    }
  }
  const collapse = () => {
    codeOf(figure).textContent = snippet
    state.textContent = ''
    show(false)
  }
  const toggle = () => {
    if (button.ariaBusy) return
    if (button.ariaExpanded === 'true') collapse()
    else void expand()
  }
  show(false)
  button.addEventListener('click', toggle, { signal })
  figure.querySelector('figcaption')?.append(button)
  figure.append(state)
  signal.addEventListener('abort', () => {
    button.remove()
    state.remove()
  })
}

/** Where the text stands. A file whose beginning is not known has a sentence in its place. */
function codeOf(figure: HTMLElement): HTMLElement {
  const found = figure.querySelector('code')
  if (found) return found
  const code = document.createElement('code')
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  pre.append(code)
  figure.querySelector(':scope > p:not(.Upload-state)')?.replaceWith(pre)
  return code
}

class TooLong extends Error {}

/** Reads a file of this forum. @throws TooLong, and whatever keeps it from being read. */
async function load(href: string, signal: AbortSignal): Promise<string> {
  const { ok, status, body } = await fetch(href, { signal })
  if (!ok || !body) throw new Error(`The file answered ${status}`)
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > longest) {
      await reader.cancel()
      throw new TooLong()
    }
    text += decoder.decode(value, { stream: true })
  }
}
