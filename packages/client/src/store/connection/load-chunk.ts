/** Milliseconds that code may take to load. */
const defaultTimeout = 120_000

/** The client's code could not be loaded: the file is missing, or it took too long. */
export class ChunkLoadError extends Error {
  readonly type: 'missing' | 'timeout'
  /** Loads the code that failed; set by `Connection.load`. */
  code: (() => Promise<unknown>) | undefined
  /** The link or button whose click loaded the code. */
  control: Element | undefined

  constructor(type: 'missing' | 'timeout', cause?: unknown) {
    super(`Code could not be loaded: ${type}`, { cause })
    this.name = 'ChunkLoadError'
    this.type = type
  }
}

/**
 * Loads code outside of the first view: `loadChunk(() => import('./modal.tsx'))`.
 * @throws ChunkLoadError
 */
export async function loadChunk<T>(load: () => Promise<T>, timeout = defaultTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), timeout)
  })
  try {
    return await Promise.race([load(), timedOut])
  } catch (error) {
    throw isMissing(error) ? new ChunkLoadError('missing', error) : error
  } finally {
    clearTimeout(timer)
  }
}

// Browsers throw a TypeError that says "dynamically imported module", "importing a module script" or "error loading
// … module". Errors that the loaded code throws pass unchanged.
function isMissing(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message)
}
