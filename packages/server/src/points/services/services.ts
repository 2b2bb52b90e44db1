import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Forum } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** What an extension offers to others on the server: its contract exports the service, the extension provides it. */
export interface Service<Offer extends object> {
  /** Name of the extension, or one that begins with it: `flags`, `flags.reasons`. */
  readonly name: string
  /** Makes an entry of the section `services`. */
  provide(offer: Offer): ProvidedService
  /** Returns what is offered. Throws `ExtensionError` if nothing provides it. */
  of(context: { readonly forum: Pick<Forum, 'points'> }): Offer
}

/** One entry of the section `services`. */
export interface ProvidedService {
  readonly name: string
  readonly offer: object
}

/**
 * Defines a service in the contract of an extension.
 * @example export const flags = defineService<Flags>('flags')
 */
export function defineService<Offer extends object>(name: string): Service<Offer> {
  return {
    name,
    provide: (offer) => ({ name, offer }),
    of({ forum }) {
      const offer = forum.points.services.get(name)
      if (!offer)
        throw new ExtensionError(name.split('.')[0] ?? name, `services › ${name}`, 'is not provided')
      return offer as Offer
    },
  }
}

/** Checks and combines the services of all extensions. */
export function combineServices(
  declared: readonly Declared<readonly ProvidedService[] | undefined>[],
): Map<string, object> {
  const services = new Map<string, object>()
  for (const { owner, section } of declared) {
    for (const { name, offer } of section ?? []) {
      const fault = faultOf(owner, name, offer) ?? (services.has(name) && 'is provided already')
      if (fault) throw new ExtensionError(owner, `services › ${name}`, fault)
      services.set(name, offer)
    }
  }
  return services
}

function faultOf(owner: string, name: string, offer: unknown): string | undefined {
  const id = owner.split('+', 1)[0]
  if (name.split('.', 1)[0] !== id) return `is not named after the extension: '${id}', or '${id}.…'`
  return typeof offer === 'object' && offer !== null ? undefined : "offers nothing: use 'provide'"
}

declare module '../extension.ts' {
  interface Extension {
    /** What it offers to other extensions, by the services of its contract: `[flags.provide({ add })]`. */
    services?: readonly ProvidedService[]
  }
}

declare module '../extension-point.ts' {
  interface Points {
    /** What extensions offer to others, by the name of the service. */
    services: ReadonlyMap<string, object>
  }
}

/** Services of extensions for other extensions. */
export const servicesPoint = definePoint('services', {
  sections: ['services'],
  combine: ({ services }) => combineServices(services),
})
