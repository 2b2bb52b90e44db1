import type { Context, Draft } from '@parley/server'

/** Makes a draft that something else writes. */
export function emptyDraft(files: Context['forum']['files']): Promise<Draft> {
  return files.receive(nothing())
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
