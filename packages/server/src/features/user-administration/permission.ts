import { permissionDenied } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'

/** The permission to look after users; each action requires its own besides. */
export const administerUsers = 'user.administer'

/** Throws 403 unless the actor may administer users. */
export function requireUserAdministration({ actor }: Context): void {
  if (!actor.can(administerUsers)) throw permissionDenied()
}
