import type {} from '@parley/shared'

export type * from './contract/shared.ts'

declare module '@parley/shared' {
  interface Forum {
    /** The picker closes with each choice. */
    'flamoji.auto_hide'?: boolean
    /** The picker shows the name of an emoji at its foot. */
    'flamoji.show_preview'?: boolean
    'flamoji.show_search'?: boolean
    /** Tones of skin can be chosen. */
    'flamoji.show_variants'?: boolean
    /** The language of names for readers in whose language emoji have none. */
    'flamoji.emoji_data'?: string
    /** The newest version of emoji in the picker. */
    'flamoji.emoji_version'?: string
    /** The category with which the picker opens. */
    'flamoji.initial_category'?: string
    'flamoji.show_category_buttons'?: boolean
    'flamoji.show_recents'?: boolean
    /** The most recent emoji that are kept. */
    'flamoji.recents_count'?: number
    /** The categories in the picker: a list in JSON. */
    'flamoji.specify_categories'?: string
  }
}
