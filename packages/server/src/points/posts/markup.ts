import { createMarkup, type MarkupReference, type MarkupSyntax } from '@parley/shared/markup'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import type { ResourceRows } from '../resources/resource-rows.ts'
import { definePoint } from '../extension-point.ts'

/** What an extension adds to the language of posts. The client declares the same syntax for its preview. */
export interface PostSyntax {
  syntax: MarkupSyntax
  /** How what its references name is looked up, by kind of reference. */
  resolve?: Readonly<Record<string, ResolveReferences>>
}

/** A reference and the post that makes it. */
export interface ReferenceUse {
  post: ResourceRows['posts']
  reference: MarkupReference
}

/**
 * Looks up the targets of all references of one kind on a page of posts, in a number of queries that does not grow
 * with the page. The answer tells the facts of each use: `deleted` for a target that is gone, undefined for one that
 * never was or that the actor may not know of.
 */
export type ResolveReferences = (
  uses: readonly ReferenceUse[],
  context: Context,
) => Promise<(use: ReferenceUse) => unknown>

/** The syntaxes of all extensions, in their order, and how their references are looked up. */
export interface PostSyntaxes {
  syntaxes: readonly MarkupSyntax[]
  resolvers: ReadonlyMap<string, ResolveReferences>
}

/** Checks and combines the syntaxes of all extensions. */
export function combineSyntaxes(
  declared: readonly Declared<readonly PostSyntax[] | undefined>[],
): PostSyntaxes {
  const syntaxes: MarkupSyntax[] = []
  const resolvers = new Map<string, ResolveReferences>()
  for (const { owner, section = [] } of declared) {
    for (const { syntax, resolve = {} } of section) {
      syntaxes.push(syntax)
      const kinds = Object.keys(syntax.references ?? {})
      const fault =
        faultOf(syntaxes) ??
        mismatch(kinds, Object.keys(resolve), 'makes references that nothing looks up') ??
        mismatch(Object.keys(resolve), kinds, 'looks up references that it does not make')
      if (fault !== undefined) throw new ExtensionError(owner, `markup › ${syntax.name}`, fault)
      for (const [kind, look] of Object.entries(resolve)) resolvers.set(kind, look)
    }
  }
  return { syntaxes, resolvers }
}

function faultOf(syntaxes: readonly MarkupSyntax[]): string | undefined {
  try {
    createMarkup({ syntaxes })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function mismatch(names: readonly string[], known: readonly string[], fault: string): string | undefined {
  const unknown = names.find((name) => !known.includes(name))
  return unknown === undefined ? undefined : `${fault}: ${unknown}`
}

declare module '../extension.ts' {
  interface Extension {
    /** Syntaxes of the markup language of posts. */
    markup?: readonly PostSyntax[]
  }
}

declare module '../extension-point.ts' {
  interface Points {
    markup: PostSyntaxes
  }
}

/** The language of posts. */
export const markupPoint = definePoint('markup', {
  sections: ['markup'],
  combine: ({ markup }) => combineSyntaxes(markup),
})
