import type { Api } from '../../store/api.ts'
import { Observable } from '../../store/observable.ts'
import { useEntryState } from './entry.ts'

/**
 * A document that a page shows once it is there, and does without until then: its state, else undefined. Failures are
 * silent. It stays with its history entry.
 */
export class LateDocument extends Observable<unknown> {
  readonly #request: string
  #loading: Promise<void> | undefined

  /** @param document the document, if the page came with it. */
  constructor(request: string, document?: unknown) {
    super(document)
    this.#request = request
    if (document !== undefined) this.#loading = Promise.resolve()
  }

  /** Loads the document, unless that was done before. */
  load(api: Api): Promise<void> {
    return this.#loading ?? this.reload(api)
  }

  /** Loads the document again. Until then the old one stays. */
  reload(api: Api): Promise<void> {
    const loading = api.request(this.#request, { isBackground: true }).then(
      (document) => {
        // A later answer may be there already.
        if (this.#loading === loading) this.set(document)
      },
      () => {},
    )
    this.#loading = loading
    return loading
  }
}

/** The name of a late document in the state of a history entry. */
export function lateName(request: string): string {
  return `late ${request}`
}

/** The late document of the page's route with this API path, or a new one that the page loads itself. */
export function useLateDocument(request: string): LateDocument {
  const [late] = useEntryState(lateName(request), () => new LateDocument(request))
  return late
}
