import { validationMessage } from '@parley/shared/i18n'
import type { z } from 'zod'
import { type Problem, validationError } from '../errors.ts'
import type { FailedRule } from './values.ts'

/** Returns the text of a locale key with its params; the key itself if it has no text. */
export type Translate = (key: string, params?: Record<string, unknown>) => string

/**
 * Describes a refused value: one problem for the field, with a line for each failed rule. `name` is the database-style
 * name of the field, `section` its place in the request.
 */
export function problemsOf(
  error: z.ZodError,
  name: string,
  translate: Translate,
  section: 'attributes' | 'relationships' = 'attributes',
): Problem[] {
  const lines = error.issues.map((issue) => messageOf(issue, name, translate))
  return [{ detail: [...new Set(lines)].join('\n'), pointer: pointerTo(name, section) }]
}

/** Describes one failed rule that was found without a schema, for example `unique`. */
export function problemOf(
  rule: string | FailedRule,
  name: string,
  translate: Translate,
  section: 'attributes' | 'relationships' = 'attributes',
): Problem {
  const failed = typeof rule === 'string' ? { rule } : rule
  return { detail: ruleMessage(failed, name, translate), pointer: pointerTo(name, section) }
}

/** Reads several values at once. Throws a validation error that names every refused field, in the order of `schemas`. */
export function readFields<Shape extends Record<string, z.ZodType>>(
  schemas: Shape,
  values: Readonly<Record<string, unknown>>,
  translate: Translate,
): { [Name in keyof Shape]: z.output<Shape[Name]> } {
  const { read, problems } = tryFields(schemas, values, translate)
  if (problems.length > 0) throw validationError({ problems })
  return read as { [Name in keyof Shape]: z.output<Shape[Name]> }
}

/** As `readFields`, but returns the problems, for callers that check more values. `read` lacks refused fields. */
function tryFields<Shape extends Record<string, z.ZodType>>(
  schemas: Shape,
  values: Readonly<Record<string, unknown>>,
  translate: Translate,
): { read: Partial<{ [Name in keyof Shape]: z.output<Shape[Name]> }>; problems: Problem[] } {
  const read: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const result = schema.safeParse(Object.hasOwn(values, name) ? values[name] : undefined)
    if (result.success) read[name] = result.data
    else problems.push(...problemsOf(result.error, name, translate))
  }
  return { read: read as Partial<{ [Name in keyof Shape]: z.output<Shape[Name]> }>, problems }
}

function messageOf(issue: z.core.$ZodIssue, name: string, translate: Translate): string {
  const failed = issue.code === 'custom' ? (issue.params as FailedRule | undefined) : undefined
  return failed?.rule ? ruleMessage(failed, name, translate) : ruleMessage(ruleFor(issue), name, translate)
}

/** Maps an issue of Zod itself to a rule, for schemas that are not made with `values.ts`. */
function ruleFor(issue: z.core.$ZodIssue): FailedRule {
  if (issue.code === 'too_small' && issue.origin === 'string')
    return { rule: 'min.string', values: { min: Number(issue.minimum) } }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { rule: 'max.string', values: { max: Number(issue.maximum) } }
  if (issue.code === 'invalid_format') return { rule: 'regex' }
  if (issue.code === 'invalid_type' && issue.expected === 'boolean') return { rule: 'boolean' }
  if (issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number'))
    return { rule: 'integer' }
  return { rule: 'string' }
}

function ruleMessage({ rule, ownKey, values = {} }: FailedRule, name: string, translate: Translate): string {
  if (ownKey) return translate(rule, values)
  return validationMessage({ t: translate, has: (key) => translate(key) !== key }, rule, name, values)
}

function pointerTo(name: string, section: string): string {
  return `/data/${section}/${name}`
}
