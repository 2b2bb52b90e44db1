import { z } from 'zod'

/** A schema by JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Returns the JSON Schema of a schema's input or output. Throws if it has parts that must be referenced. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'throw' })
  // References would be wrong inside a larger document.
  if ('$defs' in rest) throw new Error('it has parts with an id')
  return rest
}

/** A cache of schemas without faults, since every rebuild of a forum checks all schemas. */
const faultless = { input: new WeakSet<z.ZodType>(), output: new WeakSet<z.ZodType>() }

/** Says why a schema has no JSON Schema; undefined if it has one. */
export function jsonSchemaFault(schema: z.ZodType, io: 'input' | 'output' = 'input'): string | undefined {
  if (faultless[io].has(schema)) return undefined
  try {
    jsonSchemaOf(schema, io)
    faultless[io].add(schema)
    return undefined
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return `has a schema that JSON Schema cannot express: ${reason}`
  }
}
