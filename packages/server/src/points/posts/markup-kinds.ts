import { createMarkup, type Markup } from '@parley/shared/markup'
import { ExtensionError } from '../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import type { Extension } from '../extension.ts'
import { definePoint } from '../extension-point.ts'

/** A kind of the markup language for other texts than posts. It has Markdown, and the syntaxes that are `inAllTexts`. */
export interface MarkupKind {
  /** Elements whose markup stays text: `img`. */
  leavesOut?: readonly string[]
  /** Its links open a new tab. */
  newTabs?: true
}

/** Renders a text by a declared kind of the markup. @returns HTML that is safe to insert. */
export function renderText(kind: string, source: string, context: Context): string {
  const markup = context.forum.markupKinds.get(kind)
  if (markup === undefined) throw new Error(`There is no kind of markup "${kind}".`)
  return markup.renderHtml(source, { facts: () => true, translate: translatorOf(context) })
}

/** Compiles the declared kinds of the markup. */
export function createMarkupKinds(
  { markup, markupKinds }: Pick<Context['forum']['points'], 'markup' | 'markupKinds'>,
  baseUrl: string,
): ReadonlyMap<string, Markup> {
  return new Map(
    [...markupKinds].map(([name, { leavesOut = [], newTabs = false }]) => [
      name,
      createMarkup({ baseUrl, syntaxes: markup.inAllTexts, disabled: leavesOut, newTabs }),
    ]),
  )
}

declare module '../extension.ts' {
  interface Extension {
    /**
     * Kinds of the markup language for other texts than posts, by a name of their own: `{ bio: { leavesOut: ['img'] } }`.
     * `renderText('bio', source, context)` renders them. The result is not stored: it follows the syntaxes that are enabled.
     */
    markupKinds?: Readonly<Record<string, MarkupKind>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    markupKinds: ReadonlyMap<string, MarkupKind>
  }
}

/** Checks and combines the kinds of all extensions. */
export function combineMarkupKinds(
  declared: readonly Declared<Extension['markupKinds']>[],
): ReadonlyMap<string, MarkupKind> {
  const kinds = new Map<string, MarkupKind>()
  for (const { owner, section = {} } of declared) {
    for (const [name, kind] of Object.entries(section)) {
      const fault = (text: string) => new ExtensionError(owner, `markupKinds › ${name}`, text)
      if (kinds.has(name)) throw fault('is declared twice')
      const wrong = kind.leavesOut?.find((tag) => !/^[a-z][a-z\d]*$/.test(tag))
      if (wrong !== undefined) throw fault(`leaves out what is no element: ${wrong}`)
      kinds.set(name, kind)
    }
  }
  return kinds
}

/** The languages of other texts than posts. */
export const markupKindsPoint = definePoint('markupKinds', {
  sections: ['markupKinds'],
  combine: ({ markupKinds }) => combineMarkupKinds(markupKinds),
})
