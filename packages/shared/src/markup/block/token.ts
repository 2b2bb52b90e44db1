import type { Token } from 'markdown-it'

/** markdown-it's token; its own class takes longer to make than a short paragraph to read. */
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
    return this.attrs?.findIndex(([known]) => known === name) ?? -1
  }

  attrPush(attribute: [string, string | number]): void {
    this.attrs = [...(this.attrs ?? []), attribute]
  }

  attrSet(name: string, value: string | number): void {
    this.attrs = [...(this.attrs ?? []).filter(([known]) => known !== name), [name, value]]
  }

  attrGet(name: string): string | number | null {
    return this.attrs?.find(([known]) => known === name)?.[1] ?? null
  }

  attrJoin(name: string, value: string): void {
    const known = this.attrGet(name)
    this.attrSet(name, known === null ? value : `${known} ${value}`)
  }
}
