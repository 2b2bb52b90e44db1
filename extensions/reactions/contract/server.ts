import type { Actor, Context, PostRow, ProvidedService, WriteContext } from '@parley/server'
import type { ConversionKind } from './shared.ts'

/** What an extension stores in place of a reaction: a like, or a vote. */
export interface Conversion {
  /** Whether the actor may do that to the post; a reaction that stands for it is 403 without. */
  isAllowed(actor: Actor, post: PostRow): boolean
  /** Stores it, unless it is stored already. The caller's transaction has locked the post. */
  store(context: WriteContext, post: PostRow): Promise<void>
}

/**
 * Makes an entry of the section `services` of the extension `id`, which lets administrators choose a type of reactions that is
 * turned into what the extension stores.
 * @example services: [offerConversion('likes', 'like', { isAllowed, store })]
 */
export function offerConversion(id: string, kind: ConversionKind, conversion: Conversion): ProvidedService {
  return { name: `${id}.${suffix}${kind}`, offer: conversion }
}

/** What enabled extensions offer, by kind. Of several that offer the same the first is used. */
export function offeredConversions({
  forum,
}: Pick<Context, 'forum'>): ReadonlyMap<ConversionKind, Conversion> {
  const offered = new Map<ConversionKind, Conversion>()
  for (const [name, offer] of forum.points.services) {
    const place = name.indexOf(`.${suffix}`)
    const kind = name.slice(place + suffix.length + 1) as ConversionKind
    if (place > 0 && !offered.has(kind)) offered.set(kind, offer as Conversion)
  }
  return offered
}

const suffix = 'reactionsAs-'
