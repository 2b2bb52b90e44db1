import { features } from '../../assembly/features.ts'
import type { InstalledExtension } from '../../points/extension.ts'
import { type Environment, EnvironmentError } from './env.ts'

/** Throws an `EnvironmentError` if RATE_LIMITS names a limit that neither the core nor an installed extension declares. */
export function requireKnownLimits(
  { rateLimits }: Pick<Environment, 'rateLimits'>,
  installed: readonly InstalledExtension[],
): void {
  // The limits of an extension that is not loaded are not known.
  if (rateLimits === 'off' || installed.some(({ fault }) => fault !== undefined)) return
  const known = [...features, ...installed].flatMap(({ declaration }) =>
    Object.keys(declaration.rateLimits ?? {}),
  )
  const unknown = Object.keys(rateLimits).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new EnvironmentError([`RATE_LIMITS must name some of ${known.join(', ')}; '${unknown}' is none`])
}
