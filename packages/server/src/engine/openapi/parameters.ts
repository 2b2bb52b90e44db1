import type { Points } from '../../points/extension-point.ts'
import type { FilterValues } from '../../points/resources/filters.ts'
import type { EndpointIncludes } from '../../points/resources/includes.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { maximumLimit } from '../jsonapi/query.ts'
import type { Part } from './schemas.ts'

/** A query parameter. */
export function queryParameter(name: string, schema: Part, description?: string): Part {
  return { name, in: 'query', ...(description !== undefined && { description }), schema }
}

/** Converts a path with `:name` parts to a path template and its parameters. */
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

/** The parameter `include` with the allowed values; none if nothing can be included. */
export function includeParameters({ default: defaults, allowed }: EndpointIncludes): Part[] {
  if (allowed.size === 0) return []
  const schema = {
    type: 'array',
    items: { type: 'string', enum: [...allowed] },
    ...(defaults.length > 0 && { default: defaults }),
  }
  return [commaSeparated('include', schema, 'Relationships to include instead of the default ones.')]
}

/** The parameters `fields[type]` of all resources, to which endpoints refer. */
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

/** References to the parameters `fields[type]` of these types. */
export function fieldsParameters(types: Iterable<string>): Part[] {
  return [...new Set(types)].map((type) => ({ $ref: `#/components/parameters/${fieldsName(type)}` }))
}

function fieldsName(type: string): string {
  return `fields.${type}`
}

const filterSchemas: Readonly<Record<keyof FilterValues, Part>> = {
  any: { type: 'string', description: 'The value is ignored: the name of the filter is enough.' },
  text: { type: 'string' },
  texts: { type: 'string', description: 'One or several, separated by commas.' },
  integer: { type: 'string', pattern: '^[+-]?\\d{1,15}$' },
  integers: { type: 'string', description: 'Whole numbers, separated by commas.' },
}

/** The parameters `filter[…]` of a list. */
export function filterParameters({ filters, search, endpoints }: Resource): Part[] {
  const { find } = endpoints.index ?? {}
  const otherFilters = find ? [] : [...filters].filter(([name]) => name !== 'id')
  return [
    queryParameter('filter[id]', filterSchemas.integers, 'Only resources with these ids.'),
    ...(search && !find
      ? [queryParameter('filter[q]', { type: 'string' }, searchText([...search.gambits.keys()]))]
      : []),
    ...otherFilters.map(([name, { value }]) =>
      queryParameter(`filter[${name}]`, filterSchemas[value], `\`filter[-${name}]\` negates it.`),
    ),
  ]
}

/** The parameters `filter[…]`, `sort` and `page[…]` of a list. */
export function listParameters(resource: Resource): Part[] {
  const { sorts, endpoints } = resource
  const { find, ignoresSort, limit, near } = endpoints.index ?? {}
  return [
    ...filterParameters(resource),
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

/** The parameters `page[…]` with the default limit; undefined for none. */
export function pageParameters(defaultLimit: number | undefined): Part[] {
  const count = { type: 'integer', minimum: 0 }
  const limit = { ...count, ...(defaultLimit !== undefined && { default: defaultLimit }) }
  return [
    queryParameter('page[limit]', limit, `At most ${maximumLimit}; larger values count as that.`),
    queryParameter('page[offset]', count, 'Number of resources to skip.'),
    queryParameter(
      'page[number]',
      { type: 'integer', minimum: 1 },
      'Number of the page, instead of an offset.',
    ),
  ]
}

/** The parameter `page[near]`, the number of a post. */
export const nearParameter: Part = queryParameter(
  'page[near]',
  { type: 'integer', minimum: 1 },
  'The page around the post with this number.',
)

function commaSeparated(name: string, schema: Part, description: string): Part {
  return { name, in: 'query', description, style: 'form', explode: false, schema }
}
