import type { App } from '../app.ts'
import type { OnFault, Source } from '../sources.ts'

/** What an extension offers to others in the client: its contract exports the service, the extension provides it. */
export interface Service<Offer extends object> {
  /** Name of the extension, or one that begins with it: `tags`, `tags.picker`. */
  readonly name: string
  /** Makes an entry of the section `services`. */
  provide(offer: Offer): ProvidedService
  /** Returns what is offered. @throws if nothing provides it. */
  of(app: Pick<App, 'services'>): Offer
}

/** One entry of an extension's `services`. */
export interface ProvidedService {
  readonly name: string
  readonly offer: object
}

/**
 * Defines a service in the contract of an extension.
 * @example export const tags = defineService<Tags>('tags')
 */
export function defineService<Offer extends object>(name: string): Service<Offer> {
  return {
    name,
    provide: (offer) => ({ name, offer }),
    of({ services }) {
      const offer = services.get(name)
      if (offer === undefined) throw new Error(`services › ${name}: not provided`)
      return offer as Offer
    },
  }
}

/** Collects the services. A wrong one is reported, and left out. */
export function combineServices(sources: readonly Source[], onFault: OnFault): App['services'] {
  const services = new Map<string, object>()
  for (const { id = 'core', extension } of sources) {
    for (const { name, offer } of extension.services ?? []) {
      if (offer && name.split('.')[0] === id && !services.has(name)) services.set(name, offer)
      else onFault(id, new Error(`services › ${name}: empty, not its own, or provided twice`))
    }
  }
  return services
}

declare module '../extension.ts' {
  interface ClientExtension {
    /**
     * What it offers to other extensions, by the services of its contract: `[tags.provide({ openPicker })]`. The forum and
     * the administration area are bundles of their own: each has what `client.tsx` or `admin.tsx` provides.
     */
    services?: readonly ProvidedService[]
  }
}

declare module '../app.ts' {
  interface App {
    /** What extensions offer to others, by the name of the service. */
    readonly services: ReadonlyMap<string, object>
  }
}
