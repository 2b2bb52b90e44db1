import { isPattern, matchesPattern } from '@parley/server'
import { z } from 'zod'
import { type Template, templates } from '../../shared.ts'

/** What becomes of files of some types. */
export interface TypeRule {
  /** A regular expression that the media type matches, as between slashes. */
  pattern: string
  /** Where they are kept: `local` or `aws-s3`. */
  adapter: string
  template: Template
}

/** The types of files that may be uploaded: the first rule that matches counts. */
export type TypeTable = readonly TypeRule[]

/** The rules of a table. */
const mostRules = 200

export const defaultTypes: TypeTable = [
  {
    pattern: '^image\\/(jpeg|png|gif|webp|avif|bmp|tiff|svg\\+xml)$',
    adapter: 'local',
    template: 'image-preview',
  },
]

const sent = z.record(
  z.string().max(500).refine(isPattern),
  // Older forums stored the adapter alone.
  z.union([
    z.string().transform((adapter) => ({ adapter, template: 'file' as const })),
    z.object({ adapter: z.string(), template: z.enum(templates) }),
  ]),
)

/** A table as the setting has it. */
export function textOf(table: TypeTable): string {
  return JSON.stringify(
    Object.fromEntries(table.map(({ pattern, adapter, template }) => [pattern, { adapter, template }])),
  )
}

/** The schema of the setting: a JSON object of rules by their patterns. Empty for the default. */
export function typeTable(): z.ZodType<TypeTable> {
  return z
    .string()
    .max(65_000)
    .nullable()
    .transform((text, context) => {
      if (!text) return defaultTypes
      const parsed = sent.safeParse(tryParse(text))
      const rules = Object.entries(parsed.data ?? {}).map(([pattern, rule]) => ({ pattern, ...rule }))
      if (parsed.success && rules.length <= mostRules) return rules
      context.addIssue({
        code: 'custom',
        params: { rule: 'upload.api.settings.mime_types_message', ownKey: true },
      })
      return z.NEVER
    })
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The rule for files of a media type; undefined if no rule lets them in. */
export async function ruleFor(type: string, table: TypeTable): Promise<TypeRule | undefined> {
  for (const rule of table) if (await matchesPattern(rule.pattern, type)) return rule
  return undefined
}
