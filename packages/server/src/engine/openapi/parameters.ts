import type { Points } from '../../points/extension-point.ts'
import type { FilterValues } from '../../points/resources/filters.ts'
import type { EndpointIncludes, Resource } from '../../points/resources/resources.ts'
import { maximumLimit } from '../jsonapi/query.ts'
import type { Part } from './schemas.ts'

/** A parameter of the query. */
export function queryParameter(name: string, schema: Part, description?: string): Part {
  return { name, in: 'query', ...(description !== undefined && { description }), schema }
}

/** The parameters in a path with `:name` parts, and the path as the document has it. */
export function templateOf(
  path: string,
  isNumber: (name: string) => boolean = () => false,
): { path: string; parameters: Part[] } {
  const parameters = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(isNumber(name) && { pattern: '^\\d{1,15}$' }) },
  }))
  return { path: path.replace(/:([A-Za-z]+)/g, '{$1}'), parameters }
}

/** `include`, with what may be asked for; none where nothing can be included. */
export function includeParameters({ default: usual, allowed }: EndpointIncludes): Part[] {
  if (allowed.size === 0) return []
  const schema = {
    type: 'array',
    items: { type: 'string', enum: [...allowed] },
    ...(usual.length > 0 && { default: usual }),
  }
  return [commaSeparated('include', schema, 'Relationships to include instead of those by default.')]
}

/** `fields[type]` of every resource, that endpoints refer to. */
export function fieldsComponents({ resources }: Points): Part {
  const parameters = [...resources.values()].map(({ type, fields, relations }) => {
    const shown = [...fields].filter(([, field]) => field.column || field.get || field.load)
    const names = [...shown, ...relations].map(([name]) => name)
    const schema = { type: 'array', items: { type: 'string', enum: names } }
    const description = 'The only attributes and relationships to show.'
    return [fieldsName(type), commaSeparated(`fields[${type}]`, schema, description)]
  })
  return Object.fromEntries(parameters)
}

/** `fields[type]` of a resource and of what may be included with it. */
export function fieldsParameters(types: Iterable<string>): Part[] {
  return [...new Set(types)].map((type) => ({ $ref: `#/components/parameters/${fieldsName(type)}` }))
}

function fieldsName(type: string): string {
  return `fields.${type}`
}

const filterSchemas: Readonly<Record<keyof FilterValues, Part>> = {
  any: { type: 'string', description: 'Whatever it is: naming the filter is enough.' },
  text: { type: 'string' },
  texts: { type: 'string', description: 'One or several, separated by commas.' },
  integer: { type: 'string', pattern: '^[+-]?\\d{1,15}$' },
  integers: { type: 'string', description: 'Whole numbers, separated by commas.' },
}

/** `filter[…]`, `sort` and `page[…]` of a list. */
export function listParameters({ filters, search, sorts, endpoints }: Resource): Part[] {
  const { find, ignoresSort, limit, near } = endpoints.index ?? {}
  const named = find ? [] : [...filters].filter(([name]) => name !== 'id')
  return [
    queryParameter('filter[id]', filterSchemas.integers, 'Only these.'),
    ...(search && !find
      ? [queryParameter('filter[q]', { type: 'string' }, searchText([...search.gambits.keys()]))]
      : []),
    ...named.map(([name, { value }]) =>
      queryParameter(`filter[${name}]`, filterSchemas[value], `\`filter[-${name}]\` negates it.`),
    ),
    ...(find || ignoresSort || sorts.size === 0 ? [] : [sortParameter([...sorts.keys()])]),
    ...pageParameters(limit === null ? undefined : 20),
    queryParameter(
      'page[after]',
      { type: 'string' },
      'The cursor of `links.next`; empty for the first page.',
    ),
    ...(near ? [nearParameter] : []),
  ]
}

function searchText(gambits: readonly string[]): string {
  const parts = gambits.map((name) => `\`${name.includes(':') ? name : `${name}:…`}\``)
  const conditions =
    parts.length > 0 ? ` Parts such as ${parts.join(', ')} are conditions; \`-\` negates them.` : ''
  return `Words to search for.${conditions}`
}

function sortParameter(names: readonly string[]): Part {
  const schema = {
    type: 'array',
    items: { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) },
  }
  return commaSeparated('sort', schema, 'Columns to sort by; `-` for descending.')
}

/** `page[…]`, with the number of rows unless the request says; undefined for all of them. */
export function pageParameters(usual: number | undefined): Part[] {
  const whole = { type: 'integer', minimum: 0 }
  const limit = { ...whole, ...(usual !== undefined && { default: usual }) }
  return [
    queryParameter('page[limit]', limit, `At most ${maximumLimit} count.`),
    queryParameter('page[offset]', whole, 'Rows to step over.'),
    queryParameter('page[number]', { type: 'integer', minimum: 1 }, 'Instead of an offset.'),
  ]
}

/** `page[near]`, the number of a post. */
export const nearParameter: Part = queryParameter(
  'page[near]',
  { type: 'integer', minimum: 1 },
  'The page around the post with this number.',
)

function commaSeparated(name: string, schema: Part, description: string): Part {
  return { name, in: 'query', description, style: 'form', explode: false, schema }
}
