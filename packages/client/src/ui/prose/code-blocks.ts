/// <reference path="../../base/virtual.d.ts" />
import spriteFile from 'virtual:parley-icons'
import type { App } from '../../base/app-context.ts'
import { announce, liveRegion } from './announce.ts'
import { copyText } from './copy-text.ts'
import type { HighlightRequest } from './highlight-worker.ts'
import { highlight, knownHighlight } from './highlighter.ts'
import { findLanguage } from './languages.ts'

/** Characters of code that get colours. */
const LARGEST = 100_000
/** How far below the window code is made ready. */
const AHEAD = '300px'
const COPIED_SHOWS = 2000

/** Gives every block of code of a text a button that copies it, and colours once it comes into view. */
export function enhanceCode(root: HTMLElement, app: App, signal: AbortSignal): void {
  const blocks = [...root.querySelectorAll<HTMLElement>('pre > code')]
  if (blocks.length === 0) return
  liveRegion()
  for (const code of blocks) frameCode(code, app)
  colourInView(blocks, signal)
}

function frameCode(code: HTMLElement, app: App): void {
  const pre = code.parentElement
  if (pre === null || pre.parentElement?.className === 'Prose-code') return
  const frame = document.createElement('div')
  frame.className = 'Prose-code'
  frame.role = 'group'
  const language = writtenLanguage(code)
  frame.ariaLabel =
    language === undefined
      ? app.t('core.lib.prose.code_label')
      : app.t('core.lib.prose.code_in_language_label', { language })
  pre.replaceWith(frame)
  frame.append(pre, copyButton(code, app))
}

function copyButton(code: HTMLElement, app: App): HTMLButtonElement {
  const { t } = app
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'Button Button--s Button--outline Button--icon Prose-copy'
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  icon.setAttribute('class', 'Icon Icon--s')
  icon.setAttribute('aria-hidden', 'true')
  icon.append(use)
  const show = (name: string, label: string) => {
    use.setAttribute('href', app.href(`/${spriteFile}#${name}`))
    button.ariaLabel = label
    button.dataset.tooltip = label
  }
  show('copy', t('core.lib.prose.copy_button'))
  button.append(icon)
  let timer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener('click', async () => {
    if (!(await copyText(codeSource(code.textContent)))) {
      app.alerts.show(t('core.lib.prose.copy_failed_text'), { tone: 'danger' })
      return
    }
    clearTimeout(timer)
    announce(t('core.lib.prose.copied_text'))
    show('check', t('core.lib.prose.copied_text'))
    button.classList.add('is-copied')
    timer = setTimeout(() => {
      show('copy', t('core.lib.prose.copy_button'))
      button.classList.remove('is-copied')
    }, COPIED_SHOWS)
  })
  return button
}

/** The code as it was written: the last line's end belongs to the block, not to the code. */
export function codeSource(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

/** The first word after the fence. */
function writtenLanguage(code: HTMLElement): string | undefined {
  return /(?:^| )language-(\S+)/.exec(code.className)?.[1]
}

function requestFor(code: HTMLElement): HighlightRequest | undefined {
  const text = code.textContent
  if (code.dataset.highlighted !== undefined || text.length > LARGEST) return undefined
  const language = findLanguage(writtenLanguage(code) ?? '')
  return language === undefined ? undefined : { text, language }
}

function colourInView(blocks: readonly HTMLElement[], signal: AbortSignal): void {
  const waiting = blocks.filter((code) => {
    const request = requestFor(code)
    const html = request && knownHighlight(request)
    if (html !== undefined) paint(code, html)
    return request !== undefined && html === undefined
  })
  if (waiting.length === 0) return
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        const code = target.firstElementChild
        if (code instanceof HTMLElement) void colour(code, signal)
      }
    },
    { rootMargin: AHEAD },
  )
  signal.addEventListener('abort', () => observer.disconnect())
  for (const { parentElement } of waiting) if (parentElement !== null) observer.observe(parentElement)
}

async function colour(code: HTMLElement, signal: AbortSignal): Promise<void> {
  const request = requestFor(code)
  const html = request && (await highlight(request, signal))
  if (html !== undefined && !signal.aborted) paint(code, html)
}

function paint(code: HTMLElement, html: string): void {
  const text = code.textContent
  code.dataset.highlighted = ''
  code.innerHTML = html
  if (code.textContent !== text) code.textContent = text
}
