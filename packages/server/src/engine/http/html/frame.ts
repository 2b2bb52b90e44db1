import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import type { Context } from '../../../points/context/context.ts'
import type { HeadElement } from '../../../points/requests/page-frame.ts'
import { html } from './html.ts'

/** What the core and extensions put around a page. */
export interface Frame {
  /** Attributes of `<html>`, each behind a blank. */
  attributes: Escaped
  /** Elements of `<head>`. */
  head: Escaped
  /** Values for the client, by name. */
  payload: Readonly<Record<string, unknown>>
}

/** Combines the frame of a page. @param area name of an area beside the forum's pages. */
export function frameOf(context: Context, area?: string): Frame {
  const attributes: Record<string, string | null | undefined> = {}
  const head: Record<string, readonly HeadElement[]> = {}
  const payload: Record<string, unknown> = {}
  for (const describe of context.forum.points.pageFrames) {
    const parts = describe(context, area)
    Object.assign(attributes, parts.attributes)
    Object.assign(head, parts.head)
    Object.assign(payload, parts.payload)
  }
  const elements = Object.values(head).flat()
  return { attributes: attributesOf(attributes), head: html`${elements.map(elementOf)}`, payload }
}

function elementOf(element: HeadElement): Escaped {
  return 'meta' in element
    ? html`<meta${attributesOf(element.meta)}>\n`
    : html`<link${attributesOf(element.link)}>\n`
}

function attributesOf(attributes: Readonly<Record<string, string | null | undefined>>): Escaped {
  const parts = Object.entries(attributes).flatMap(([name, value]) =>
    typeof value === 'string' ? [html` ${name}="${value}"`] : [],
  )
  return html`${parts}`
}
