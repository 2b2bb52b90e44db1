/** Milliseconds that code may take to load. */
const PATIENCE = 120_000

/** Code of the client that could not be loaded: it is not there (any more), or did not come in time. */
export class ChunkLoadError extends Error {
  readonly type: 'missing' | 'timeout'

  constructor(type: 'missing' | 'timeout', cause?: unknown) {
    super(type === 'missing' ? 'Code could not be loaded.' : 'Code did not load in time.', { cause })
    this.name = 'ChunkLoadError'
    this.type = type
  }
}

/**
 * Loads code that is not part of the first view: `loadChunk(() => import('./modal.tsx'))`.
 * @throws ChunkLoadError
 */
export async function loadChunk<T>(load: () => Promise<T>, patience = PATIENCE): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), patience)
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (error) {
    throw isMissing(error) ? new ChunkLoadError('missing', error) : error
  } finally {
    clearTimeout(timer)
  }
}

// Browsers say "dynamically imported module", "importing a module script" or "error loading …": all of them a
// TypeError. What the loaded code throws itself is its own fault and stays what it is.
function isMissing(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message)
}
