import { type Context, permissionDenied } from '@parley/server'

/** @throws 403 for all but administrators. */
export function requireAdministrator({ actor }: Pick<Context, 'actor'>): void {
  if (!actor.can('administrate')) throw permissionDenied()
}
