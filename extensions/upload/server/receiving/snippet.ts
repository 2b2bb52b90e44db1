import { open } from 'node:fs/promises'
import type { FileRow } from '../tables.ts'
import type { CheckedFile } from './check.ts'

/** What posts show of a text: so many lines that are not empty, with so many characters each. */
const mostLines = 5
const longestLine = 300

/** Bytes that are looked at. */
const beginning = 16 * 1024

/** The beginning of a text, for its preview in posts. Other files have none. */
export async function snippetOf(
  { type, rule }: Pick<CheckedFile, 'type' | 'rule'>,
  location: string,
): Promise<Pick<FileRow, 'snippet' | 'is_longer'>> {
  const none = { snippet: null, is_longer: false }
  if (!type.startsWith('text/') && rule.template !== 'text-preview') return none
  const { bytes, isAll } = await readBeginning(location)
  const text = decode(bytes, isAll)
  if (text === undefined) return none
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const shown = lines.slice(0, mostLines).map((line) => [...line.trimEnd()])
  const snippet = shown.map((line) => line.slice(0, longestLine).join('')).join('\n')
  const isCut = shown.some(({ length }) => length > longestLine)
  return { snippet: snippet || null, is_longer: !isAll || isCut || lines.length > mostLines }
}

async function readBeginning(location: string): Promise<{ bytes: Buffer; isAll: boolean }> {
  const handle = await open(location)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginning + 1), 0, beginning + 1, 0)
    return { bytes: buffer.subarray(0, Math.min(bytesRead, beginning)), isAll: bytesRead <= beginning }
  } finally {
    await handle.close()
  }
}

/** The characters of UTF-8 that a page can show; undefined for other bytes. A character at the end may be cut. */
function decode(bytes: Buffer, isAll: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isAll })
    return text.includes('\0') ? undefined : text.replace(/(?![\t\n\r])\p{Cc}/gu, '')
  } catch {
    return undefined
  }
}
