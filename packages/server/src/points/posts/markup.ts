import {
  createMarkup,
  type MarkupReference,
  type MarkupSyntax,
  type WordReplacements,
} from '@parley/shared/markup'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context, Forum } from '../context/context.ts'
import type { Declared, Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows } from '../resources/resource-rows.ts'

/** An addition to the markup language of posts. The client declares the same syntax for its preview. */
export interface PostSyntax {
  syntax: MarkupSyntax
  /**
   * Other texts take it, too, such as bios (`markupKinds`). All its references are then given `true` as their fact, since there
   * is no post to look from.
   */
  inAllTexts?: true
  /**
   * Replacements of words in posts that follow tables in memory, besides those of the syntax, over which they win. They are
   * made when a post is read: no post is rendered again for a change. Called again only when a table in memory changes. The
   * elements are those that the syntax may write. The client declares the same ones for its preview (`loadReplacements`).
   */
  replacements?: (forum: Pick<Forum, 'tables' | 'baseUrl'>) => WordReplacements
  /** Functions that resolve its references, by kind of reference. */
  resolve?: Readonly<Record<string, ResolveReferences>>
  /**
   * The same for texts in the language of posts that are no posts (`fillText`): they are resolved for the reader, against the
   * tables. Kinds without a function stay as they are typed, unless the syntax is `inAllTexts`.
   */
  resolveInTexts?: Readonly<Record<string, ResolveInTexts>>
}

/** A reference, with the post that contains it. */
export interface ReferenceUse {
  post: ResourceRows['posts']
  reference: MarkupReference
}

/**
 * Resolves all references of one kind on a page of posts, in a number of queries that does not grow with the page. The
 * returned function gives the facts of each use: `deleted` for a deleted target, undefined for one that never existed or
 * whose existence is secret.
 */
export type ResolveReferences = (
  uses: readonly ReferenceUse[],
  context: Context,
) => Promise<(use: ReferenceUse) => unknown>

/** Resolves all references of one kind in a text that is no post. The returned function gives the facts of each. */
export type ResolveInTexts = (
  references: readonly MarkupReference[],
  context: Context,
) => Promise<(reference: MarkupReference) => unknown>

/** The syntaxes of all extensions, in their order, and the resolvers of their references. */
export interface PostSyntaxes {
  syntaxes: readonly MarkupSyntax[]
  /** Those of them that other texts than posts take, too. */
  inAllTexts: readonly MarkupSyntax[]
  resolvers: ReadonlyMap<string, ResolveReferences>
  textResolvers: ReadonlyMap<string, ResolveInTexts>
  /** What makes the replacements that follow tables in memory, with its owner. */
  replacements: readonly Owned<{ replacements: NonNullable<PostSyntax['replacements']> }>[]
}

/** Checks and combines the syntaxes of all extensions. */
export function combineSyntaxes(
  declared: readonly Declared<readonly PostSyntax[] | undefined>[],
): PostSyntaxes {
  const syntaxes: MarkupSyntax[] = []
  const inAllTexts: MarkupSyntax[] = []
  const resolvers = new Map<string, ResolveReferences>()
  const textResolvers = new Map<string, ResolveInTexts>()
  const makers: PostSyntaxes['replacements'][number][] = []
  for (const { owner, section = [] } of declared) {
    for (const { syntax, inAllTexts: isInAll, replacements, resolve = {}, resolveInTexts = {} } of section) {
      syntaxes.push(syntax)
      if (isInAll) inAllTexts.push(syntax)
      if (replacements) makers.push({ owner, replacements })
      const kinds = Object.keys(syntax.references ?? {})
      const fault =
        faultOf(syntaxes) ??
        missingFault(kinds, Object.keys(resolve), 'has references without a resolver') ??
        missingFault(
          [...Object.keys(resolve), ...Object.keys(resolveInTexts)],
          kinds,
          'resolves references that its syntax does not have',
        )
      if (fault !== undefined) throw new ExtensionError(owner, `markup › ${syntax.name}`, fault)
      for (const [kind, resolver] of Object.entries(resolve)) resolvers.set(kind, resolver)
      const inTexts = isInAll ? Object.fromEntries(kinds.map((kind) => [kind, isThere])) : resolveInTexts
      for (const [kind, resolver] of Object.entries(inTexts)) textResolvers.set(kind, resolver)
    }
  }
  return { syntaxes, inAllTexts, resolvers, textResolvers, replacements: makers }
}

/** All references of a syntax that is `inAllTexts` have a target. */
const isThere: ResolveInTexts = async () => () => true

function faultOf(syntaxes: readonly MarkupSyntax[]): string | undefined {
  try {
    createMarkup({ syntaxes })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function missingFault(
  names: readonly string[],
  others: readonly string[],
  fault: string,
): string | undefined {
  const missing = names.find((name) => !others.includes(name))
  return missing === undefined ? undefined : `${fault}: ${missing}`
}

declare module '../extension.ts' {
  interface Extension {
    /** Additions to the markup language of posts: tags in brackets, words that are replaced, references to other things. */
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
