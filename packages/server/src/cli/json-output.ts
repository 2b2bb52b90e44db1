import type { Terminal } from './command.ts'

/** The option of commands that print their result as JSON, and its line in their help. */
export const jsonOption = { json: { type: 'boolean' } } as const
export const jsonHelp = ['--json', 'print the result as JSON'] as const

/** Prints a result as JSON. */
export function printJson(terminal: Terminal, result: unknown): undefined {
  terminal.print(JSON.stringify(result, null, 2))
}
