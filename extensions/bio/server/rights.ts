import { allow, deny, type Extension, type Policies } from '@parley/server'

const view = 'fof-user-bio.view'
const editOwn = 'fof-user-bio.editOwn'
export const editAny = 'fof-user-bio.editAny'

export const bioPermissions: NonNullable<Extension['permissions']> = {
  [view]: {
    section: 'read',
    label: 'bio.admin.permission.view',
    guests: true,
  },
  [editOwn]: { section: 'start', label: 'bio.admin.permission.editOwn', requires: ['viewForum'] },
  [editAny]: { section: 'moderate', label: 'bio.admin.permission.editAny', requires: ['viewForum'] },
}

/** Who reads and who changes the bio of a member. Members need a permission for their own one, too. */
export const bioPolicies: NonNullable<Policies['users']> = {
  viewBio: {
    verdict: (actor, user) =>
      actor.hasPermission(view) || (user.id === actor.id && actor.hasPermission(editOwn)) ? allow : deny,
    scope: (eb, { actor }) =>
      actor.hasPermission(view) || (actor.hasPermission(editOwn) && eb('users.id', '=', actor.id)),
  },
  editBio: {
    verdict: (actor, user) =>
      actor.hasPermission(editAny) || (user.id === actor.id && actor.hasPermission(editOwn)) ? allow : deny,
    scope: (eb, { actor }) =>
      actor.hasPermission(editAny) || (actor.hasPermission(editOwn) && eb('users.id', '=', actor.id)),
  },
}
