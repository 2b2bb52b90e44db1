import type { ComponentType, Ref } from 'react'
import type { App } from '../app.ts'
import type { Declared } from '../sources.ts'

export interface LinkCardProps {
  /** The link that the card stands beside. */
  link: HTMLAnchorElement
  ref: Ref<HTMLDivElement>
}

/** A card beside links on which the pointer or the focus rests: who a name stands for, what a post says. */
export interface LinkCard {
  /** Whether a link in the page gets the card. The first card that applies counts; the core's come first. */
  appliesTo(link: HTMLAnchorElement, app: App): boolean
  /** Milliseconds after which it opens; 500 by default. */
  delay?: number
  /** Loads the component, a `LinkCardFrame` with `link` and `ref`; null where there is nothing to show. */
  load(app: App): Promise<{ default: ComponentType<LinkCardProps> }>
}

type Cards = Readonly<Record<string, LinkCard>>

/** What must be functions. */
export function functionsOfCards(cards: Cards): unknown[] {
  return Object.values(cards).flatMap(({ appliesTo, load }) => [appliesTo, load])
}

declare module '../extension.ts' {
  interface ClientExtension {
    /** Cards beside links on which the pointer or the focus rests, by name. Touching a link follows it. */
    linkCards?: Cards
  }
}

declare module '../app.ts' {
  interface App {
    /** Cards beside links. */
    readonly linkCards: readonly Declared<Cards>[]
  }
}
