import {
  type Extension,
  type Field,
  type ForumRow,
  nameText,
  type Relation,
  rememberRows,
  strictFlag,
  text,
} from '@parley/server'
import { wireDate } from '@parley/shared'
import type { PolicyRow } from '../tables.ts'
import { pastTime, webAddress } from './values.ts'

type Resources = NonNullable<Extension['resources']>

const dateOrNull = (date: string | null) => (date === null ? null : wireDate(date))

const longText = () => text({ required: false, max: 65_000 }).nullable()

const policyFields: Record<string, Field<PolicyRow>> = {
  sort: { column: 'sort', json: 'integer?' },
  name: { column: 'name', json: 'string', schema: nameText({ max: 255 }) },
  url: { column: 'url', json: 'string?', schema: webAddress, takesNull: true },
  update_message: { column: 'update_message', json: 'string?', schema: longText(), takesNull: true },
  terms_updated_at: {
    column: 'terms_updated_at',
    json: 'date?',
    get: ({ terms_updated_at }, { forum }) =>
      forum.settings.get('fof-terms.hide-updated-at') ? null : dateOrNull(terms_updated_at),
    schema: pastTime,
    takesNull: true,
  },
  optional: { column: 'optional', json: 'boolean', schema: strictFlag() },
  additional_info: { column: 'additional_info', json: 'string?', schema: longText(), takesNull: true },
  stored_terms_updated_at: {
    json: 'date?',
    visible: (_policy, { actor }) => actor.can('administrate'),
    get: ({ terms_updated_at }) => dateOrNull(terms_updated_at),
  },
}

/** What requests may write. */
export const writtenFields = [
  'name',
  'url',
  'update_message',
  'terms_updated_at',
  'optional',
  'additional_info',
] as const

/** Policies: everyone may read them with the forum. `routes.ts` has the list and the writes. */
export const policiesResource: Resources['fof-terms-policies'] = {
  table: 'fof_terms_policies',
  deletedInBatches: true,
  fields: policyFields,
}

/** All policies with the forum, from memory. */
export const policiesOfForum: Relation<ForumRow> = {
  to: 'fof-terms-policies',
  many: true,
  async load(forums, context) {
    const { all } = context.forum.tables.get('fof_terms_policies')
    rememberRows(context, 'fof-terms-policies', all)
    return new Map(forums.map(({ id }) => [id, all]))
  },
}
