/// <reference path="../../base/virtual.d.ts" />
import spriteFile from 'virtual:parley-icons'
import type { App } from '../../points/app.ts'
import { announce, ensureLiveRegion } from './announce.ts'
import { copyText } from './copy-text.ts'
import type { HighlightRequest } from './highlight-worker.ts'
import { cachedHighlight, highlight } from './highlighter.ts'
import { findLanguage } from './languages.ts'

/** Longest code that is highlighted, in characters. */
const maxLength = 100_000
/** Distance from the window at which code is highlighted early. */
const observerMargin = '300px'
/** Milliseconds for which the button confirms a copy. */
const confirmationTime = 2000

/** Adds a copy button to each code block of a text, and highlights blocks when they come into view. */
export function enhanceCode(root: HTMLElement, app: App, signal: AbortSignal): void {
  const blocks = [...root.querySelectorAll<HTMLElement>('pre > code')]
  if (blocks.length === 0) return
  ensureLiveRegion()
  for (const code of blocks) frameCode(code, app)
  highlightInView(blocks, signal)
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
    }, confirmationTime)
  })
  return button
}

/** The source of a block: the last line break belongs to the block. */
export function codeSource(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

/** The language after the fence. */
function writtenLanguage(code: HTMLElement): string | undefined {
  return /(?:^| )language-(\S+)/.exec(code.className)?.[1]
}

function requestFor(code: HTMLElement): HighlightRequest | undefined {
  const text = code.textContent
  if (code.dataset.highlighted !== undefined || text.length > maxLength) return undefined
  const language = findLanguage(writtenLanguage(code) ?? '')
  return language === undefined ? undefined : { text, language }
}

function highlightInView(blocks: readonly HTMLElement[], signal: AbortSignal): void {
  const waiting = blocks.filter((code) => {
    const request = requestFor(code)
    const html = request && cachedHighlight(request)
    if (html !== undefined) setHighlightedHtml(code, html)
    return request !== undefined && html === undefined
  })
  if (waiting.length === 0) return
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        const code = target.firstElementChild
        if (code instanceof HTMLElement) void highlightBlock(code, signal)
      }
    },
    { rootMargin: observerMargin },
  )
  signal.addEventListener('abort', () => observer.disconnect())
  for (const { parentElement } of waiting) if (parentElement !== null) observer.observe(parentElement)
}

async function highlightBlock(code: HTMLElement, signal: AbortSignal): Promise<void> {
  const request = requestFor(code)
  const html = request && (await highlight(request, signal))
  if (html !== undefined && !signal.aborted) setHighlightedHtml(code, html)
}

function setHighlightedHtml(code: HTMLElement, html: string): void {
  const text = code.textContent
  code.dataset.highlighted = ''
  code.innerHTML = html
  if (code.textContent !== text) code.textContent = text
}
