import { RequestCache } from '../../../infrastructure/request-cache.ts'
import type { Context } from '../../../points/context/context.ts'
import type { Field } from '../../../points/resources/fields.ts'
import type { UserRow } from '../../users/table.ts'

const masks = new RequestCache<true>()

/** Shows masked addresses in the documents of this request. */
export function showMasks(context: Context): void {
  masks.set(context, true)
}

/** The masked address of others, in the list of the administration only. */
export const maskedEmail: Field<UserRow> = {
  json: 'string',
  get: ({ email }) => maskedAddress(email),
  visible: (user, context) =>
    masks.get(context) === true &&
    user.id !== context.actor.id &&
    context.actor.can('editCredentials', 'users', user),
}

/** An address of which only the beginnings show: `m…@e….org`. */
function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return '…'
  const dot = address.lastIndexOf('.')
  const ending = dot > at ? address.slice(dot) : ''
  return `${firstCharacter(address.slice(0, at))}…@${firstCharacter(address.slice(at + 1))}…${ending}`
}

function firstCharacter(text: string): string {
  return [...text][0] ?? ''
}
