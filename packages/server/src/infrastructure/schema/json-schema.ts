import { z } from 'zod'

/** A schema by JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What a schema reads (`input`), or what comes out of it. Throws for what cannot be said in place. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'throw' })
  // References would lead elsewhere in a larger document.
  if ('$defs' in rest) throw new Error('it has parts with an id')
  return rest
}

/** Schemas without a fault: every rebuild of a forum asks for each of them. */
const faultless = { input: new WeakSet<z.ZodType>(), output: new WeakSet<z.ZodType>() }

/** Why a schema cannot be said in JSON Schema, if it cannot. */
export function jsonSchemaFault(schema: z.ZodType, io: 'input' | 'output' = 'input'): string | undefined {
  if (faultless[io].has(schema)) return undefined
  try {
    jsonSchemaOf(schema, io)
    faultless[io].add(schema)
    return undefined
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return `has a schema that JSON Schema cannot say: ${reason}`
  }
}
