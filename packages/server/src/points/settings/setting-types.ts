/** The types of all settings, by key. Features and extensions add theirs. */
export interface SettingTypes {
  version: string | null
}

/** The settings of a running forum. */
export interface SettingValues {
  get<Key extends keyof SettingTypes & string>(key: Key): SettingTypes[Key]
}
