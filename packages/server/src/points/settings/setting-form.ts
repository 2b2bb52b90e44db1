import type { Context } from '../context/context.ts'
import type { SettingTypes } from './setting-types.ts'

/** How administrators change a setting. Texts are locale keys. */
export interface SettingForm {
  /** Name of the admin page with the field; without one, the page of the extension that declares the setting. */
  page?: string
  /** The part of the page; fields without one come first. */
  section?: SettingSection
  /** Its place in the section: lower numbers come first. 0 by default. */
  order?: number
  /**
   * Makes a table of a section, for all of its settings: the heading of the setting's row. Settings of one row follow each
   * other, and stand in a column for each label.
   */
  row?: string
  field: SettingField
  label: string
  help?: string
  /** Other words that administrators search for, in one text. */
  keywords?: string
  /** Shows the field only while another setting of the page has this value. */
  when?: { setting: string; value: string }
  /** The text that stands for the default, where the default is neither a text nor a number, a switch or a list of lines. */
  defaultText?: string
}

/** A part of a page. Settings of one section share one object. */
export interface SettingSection {
  heading: string
  text?: string
  /** Its place on the page: lower numbers come first. 0 by default. */
  order?: number
}

/** The control of a setting. Stored values are texts: a switch is '1' or '', a list has a line for each entry. */
export type SettingField =
  | { kind: 'text' | 'longText' | 'code' | 'switch' | 'color' | 'list' }
  /** The browser gets a mask in place of the value; the mask sent back changes nothing. */
  | { kind: 'secret' }
  /** `raises` is another setting of the page, which is never below this one: the field raises it with itself. */
  | { kind: 'number'; min?: number; max?: number; raises?: keyof SettingTypes & string }
  /** With `other` administrators may also type a value: this is the label of that choice. */
  | { kind: 'choice'; options: SettingOptions; other?: string }
  /**
   * A picture, shrunk to fit into these pixels. `upload` is a route of the API of its own that takes it: `/logo`, with a
   * form field of that name, or of the name `formField`.
   */
  | { kind: 'picture'; within: { width?: number; height?: number }; upload?: string; formField?: string }
  /** A component of the client, declared in `settingFields` by this name. */
  | { kind: 'component'; component: string }

export type SettingOptions = readonly SettingOption[] | ((context: Context) => readonly SettingOption[])

/** One value of a choice, with the locale key of its name, or its name. */
export type SettingOption = { value: string } & ({ label: string } | { name: string })

/** What the browser gets in place of a stored secret. */
export const secretMask = '\u2022'.repeat(12)

/** Returns the options of a choice now; undefined for other fields. */
export function optionsOf(field: SettingField, context: Context): readonly SettingOption[] | undefined {
  if (field.kind !== 'choice') return undefined
  return typeof field.options === 'function' ? field.options(context) : field.options
}
