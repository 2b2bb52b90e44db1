import { randomBytes } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Draft } from './file-store.ts'
import { makeFolder } from './folders.ts'

/** Milliseconds after which a draft belongs to no request any more. */
const draftLifetime = 86_400_000

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Keeps bytes in a new file of `folder` as they arrive. Rejects as `source` does, and then keeps nothing. */
export async function receiveDraft(folder: string, source: Bytes): Promise<Draft> {
  await makeFolder(folder)
  const location = join(folder, randomBytes(12).toString('hex'))
  const discard = () => rm(location, { force: true })
  try {
    return { size: await writeDurably(location, source), location, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** Discards drafts of processes that ended before they did. */
export async function discardOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const draft = join(folder, name)
    const found = await stat(draft).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > draftLifetime) await rm(draft, { force: true })
  }
}

/** Writes a new file, as fast as the disk takes it. @returns its size. */
async function writeDurably(file: string, source: Bytes): Promise<number> {
  const handle = await open(file, 'wx')
  try {
    let size = 0
    for await (const piece of source) {
      await handle.writeFile(piece)
      size += piece.length
    }
    await handle.sync()
    return size
  } finally {
    await handle.close()
  }
}
