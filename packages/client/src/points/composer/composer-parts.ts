import { ChunkLoadError, loadChunk } from '../../store/connection/load-chunk.ts'
import type { App } from '../app.ts'
import type { OnFault } from '../sources.ts'
import type { ComposerExtension } from './composer-extension.ts'
import { isKeySpec } from './key-spec.ts'

/** A declared part, with its name and the extension that declares it; undefined for the core. */
export interface Named<Part> {
  readonly name: string
  readonly extension: string | undefined
  readonly part: Part
}

type PartOf<Section extends keyof ComposerExtension> = NonNullable<ComposerExtension[Section]>[string]

/** The parts of all extensions, by section, in the order of the extensions. */
export type ComposerParts = {
  readonly [Section in keyof ComposerExtension]-?: readonly Named<PartOf<Section>>[]
}

const maxRows = 20

/** Checks and lists the parts. Reports an extension with a faulty part, and omits all of its parts. */
export function combineComposerParts(
  sources: readonly { id: string | undefined; extension: ComposerExtension }[],
  onFault: OnFault,
): ComposerParts {
  const parts = {
    fields: [] as Named<PartOf<'fields'>>[],
    steps: [] as Named<PartOf<'steps'>>[],
    sent: [] as Named<PartOf<'sent'>>[],
    keys: [] as Named<PartOf<'keys'>>[],
    paste: [] as Named<PartOf<'paste'>>[],
    drop: [] as Named<PartOf<'drop'>>[],
    completions: [] as Named<PartOf<'completions'>>[],
    commands: [] as Named<PartOf<'commands'>>[],
    attachments: [] as Named<PartOf<'attachments'>>[],
    samples: [] as Named<PartOf<'samples'>>[],
    hints: [] as Named<PartOf<'hints'>>[],
  }
  for (const { id, extension } of sources) {
    try {
      checkParts(extension, parts, id ?? 'core')
    } catch (error) {
      if (id === undefined) throw error
      onFault(id, error)
      continue
    }
    for (const section of Object.keys(parts) as (keyof ComposerExtension)[]) {
      const list: Named<unknown>[] = parts[section]
      for (const [name, part] of Object.entries(extension[section] ?? {}))
        list.push({ name, extension: id, part })
    }
  }
  return parts
}

function checkParts(extension: ComposerExtension, earlier: ComposerParts, id: string): void {
  const fail = (path: string, message: string) => new Error(`${id} › composer › ${path}: ${message}`)
  for (const name of Object.keys(extension.fields ?? {})) {
    const other = earlier.fields.find((field) => field.name === name)
    if (other) throw fail(`fields › ${name}`, `${other.extension ?? 'the core'} has a field of this name.`)
  }
  for (const [name, { trigger, limit = 1 }] of Object.entries(extension.completions ?? {})) {
    if (!/^[^\p{L}\p{N}\s]$/u.test(trigger))
      throw fail(`completions › ${name}`, `"${trigger}" is not one character of punctuation.`)
    if (!(limit >= 1 && limit <= maxRows))
      throw fail(`completions › ${name}`, `limit is from 1 to ${maxRows}.`)
  }
  const keys = new Map(earlier.commands.map(({ name, part }) => [part.key, name]))
  for (const [name, { key }] of Object.entries(extension.commands ?? {})) {
    if (key === undefined) continue
    if (!isKeySpec(key)) throw fail(`commands › ${name}`, `"${key}" is no key such as Mod+b or Mod+Shift+7.`)
    const other = keys.get(key)
    if (other !== undefined) throw fail(`commands › ${name}`, `${key} is the key of ${other}.`)
    keys.set(key, name)
  }
  for (const [name, { accept }] of Object.entries(extension.attachments ?? {})) {
    const isValid = (type: string) => /^(\*|[a-z]+\/(\*|[\w.+-]+)|\.\w+)$/.test(type)
    if (accept.length === 0 || !accept.every(isValid))
      throw fail(`attachments › ${name}`, `accept has types such as image/*, .pdf or *.`)
  }
}

const prepared = new WeakMap<App, ComposerParts>()

/**
 * Loads and combines the parts of the core and the extensions. Reports and omits a faulty extension.
 * @param core the core's own parts.
 * @throws ChunkLoadError
 */
export async function loadComposerParts(app: App, core: ComposerExtension): Promise<void> {
  if (prepared.has(app)) return
  const loaded = await Promise.all(
    app.composerLoads.map(async ({ extension: id, load }) => {
      try {
        return { id, extension: (await loadChunk(load)).default }
      } catch (error) {
        if (error instanceof ChunkLoadError) throw error
        app.reportFailure(id, error)
        return undefined
      }
    }),
  )
  const sources = [{ id: undefined, extension: core }, ...loaded.filter((entry) => entry !== undefined)]
  prepared.set(
    app,
    combineComposerParts(sources, (extension, error) => app.reportFailure(extension, error)),
  )
}

/** The parts. Requires `loadComposerParts`. */
export function composerPartsOf(app: App): ComposerParts {
  const parts = prepared.get(app)
  if (parts === undefined) throw new Error('composerPartsOf was called before loadComposerParts.')
  return parts
}
