import { allow, anyOf, idOfNewRow, type Policy, rowsWhere, type UserRow } from '@parley/server'

/** Members with the permission change their own nickname, and those who may edit an account its nickname. */
export const editNickname: Policy<UserRow, 'users'> = {
  verdict(actor, user) {
    const isAllowed =
      user.id === idOfNewRow && actor.isGuest
        ? actor.rules.settings.get('flarum-nicknames.set_on_registration')
        : actor.can('edit', 'users', user) || (user.id === actor.id && actor.hasPermission(editOwn))
    return isAllowed ? allow : undefined
  },
  scope(eb, context) {
    const { actor } = context
    const own = !actor.isGuest && actor.hasPermission(editOwn) && eb('users.id', '=', actor.id)
    return { allow: anyOf([rowsWhere(context, 'edit', 'users'), own]) }
  },
}

export const editOwn = 'user.editOwnNickname'
