import { type Field, strictFlag, text } from '@parley/server'
import { characterOf } from '../../shared/characters.ts'
import { longestText, type ReactionKind, reactionKinds } from '../../shared.ts'
import type { ReactionRow } from '../tables.ts'

/** Without line breaks and other control characters. */
const oneLine = { rule: 'regex', test: (value: string) => !/\p{Cc}/u.test(value) }

const kind = text({
  rules: [{ rule: 'in', test: (value) => reactionKinds.includes(value as ReactionKind) }],
}).meta({ type: 'string', enum: [...reactionKinds] })

/** Attributes of types of reactions (api-extensions 18). */
export const reactionFields: Record<string, Field<ReactionRow>> = {
  identifier: {
    column: 'identifier',
    json: 'string',
    schema: text({ max: longestText, rules: [oneLine] }),
  },
  display: {
    column: 'display',
    json: 'string?',
    schema: text({ required: false, max: longestText, rules: [oneLine] }),
  },
  type: { column: 'type', json: 'string', schema: kind },
  kind: { column: 'type', json: 'string' },
  enabled: { column: 'enabled', json: 'boolean', schema: strictFlag() },
  position: { column: 'position', json: 'integer' },
  character: {
    json: 'string?',
    get: ({ type, identifier }) => (type === 'emoji' ? (characterOf(identifier) ?? null) : null),
  },
}
