import type { Token } from 'markdown-it'

/** A faster markdown-it token: constructing markdown-it's own takes longer than parsing a short paragraph. */
export class BlockToken implements Token {
  type: string
  tag: string
  nesting: -1 | 0 | 1
  level: number
  attrs: Token['attrs'] = null
  map: Token['map'] = null
  children: Token['children'] = null
  meta: Token['meta'] = null
  content = ''
  markup = ''
  info = ''
  block = true
  hidden = false

  constructor(type: string, tag: string, nesting: -1 | 0 | 1, level: number) {
    this.type = type
    this.tag = tag
    this.nesting = nesting
    this.level = level
  }

  attrIndex(name: string): number {
    return this.attrs?.findIndex(([attribute]) => attribute === name) ?? -1
  }

  attrPush(attribute: [string, string | number]): void {
    this.attrs = [...(this.attrs ?? []), attribute]
  }

  attrSet(name: string, value: string | number): void {
    this.attrs = [...(this.attrs ?? []).filter(([attribute]) => attribute !== name), [name, value]]
  }

  attrGet(name: string): string | number | null {
    return this.attrs?.find(([attribute]) => attribute === name)?.[1] ?? null
  }

  attrJoin(name: string, value: string): void {
    const existing = this.attrGet(name)
    this.attrSet(name, existing === null ? value : `${existing} ${value}`)
  }
}
