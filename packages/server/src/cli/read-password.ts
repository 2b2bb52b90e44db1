import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { CommandInput } from './command.ts'

/** Prompts for a password without echo, or reads it from the first line of standard input. */
export async function readPassword({ terminal }: CommandInput): Promise<string> {
  if (process.stdin.isTTY) terminal.note('Password (at least 8 characters, not shown):')
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: muted, terminal: process.stdin.isTTY })
  try {
    for await (const line of reader) return line
    return ''
  } finally {
    reader.close()
  }
}
