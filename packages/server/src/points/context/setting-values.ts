import type { Queries } from '../../infrastructure/db/tables.ts'
import type { SettingTypes, SettingValues } from '../settings/setting-types.ts'
import type { Setting } from '../settings/settings.ts'

/** The stored settings as text, in memory. */
export class StoredSettings {
  #texts: ReadonlyMap<string, string | null> = new Map()
  #version = 0

  /** Grows whenever the settings are loaded. */
  get version(): number {
    return this.#version
  }

  /** Returns the text of a key; undefined if it is not stored. */
  text(key: string): string | null | undefined {
    return this.#texts.get(key)
  }

  /** Reloads the settings. Call it when a change of them is durable. */
  async load(db: Queries): Promise<void> {
    const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
    this.#texts = new Map(rows.map((row) => [row.key, row.value]))
    this.#version += 1
  }
}

/** The stored settings, parsed with their declared schemas. */
export class TypedSettings implements SettingValues {
  readonly #stored: Pick<StoredSettings, 'version' | 'text'>
  readonly #declared: ReadonlyMap<string, Setting>
  #values = new Map<string, unknown>()
  #version = -1

  constructor(stored: Pick<StoredSettings, 'version' | 'text'>, declared: ReadonlyMap<string, Setting>) {
    this.#stored = stored
    this.#declared = declared
  }

  get<Key extends keyof SettingTypes & string>(key: Key): SettingTypes[Key] {
    if (this.#version !== this.#stored.version) {
      this.#values = new Map()
      this.#version = this.#stored.version
    }
    if (!this.#values.has(key)) this.#values.set(key, this.#read(key))
    return this.#values.get(key) as SettingTypes[Key]
  }

  #read(key: string): unknown {
    const setting = this.#declared.get(key)
    if (!setting) throw new Error(`No setting '${key}' is declared`)
    const text = this.#stored.text(key)
    if (text === undefined) return setting.default
    const parsed = setting.schema.safeParse(text)
    return parsed.success ? parsed.data : setting.default
  }
}
