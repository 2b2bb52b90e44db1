import type { ComponentType } from 'react'
import type { Source } from '../sources.ts'

/** The field of a setting, as the server declares it. */
export interface SettingField {
  kind: string
  options?: readonly { value: string; name: string }[]
  /** Of a choice: the label of a value that is typed. */
  other?: string
  min?: number
  max?: number
  /** Of a number: another setting of the page, which is raised with this one. */
  raises?: string
  /** Of a picture: a route of the API of its own that takes it. Its last part names the form field, unless that has a name. */
  upload?: string
  formField?: string
  component?: string
}

/** One setting, with what its field needs. */
export interface SettingInfo {
  key: string
  /** Name of the page that has the field. */
  page: string
  label: string
  help?: string
  keywords?: string
  section?: { heading: string; text?: string }
  /** The heading of its row, in a section that is a table. */
  row?: string
  /** The field shows only while another setting of the page has this value. */
  when?: { setting: string; value: string }
  field: SettingField
  /** Its text on the server. */
  value: string | null
  /** Nothing is stored: the value is the default. */
  isDefault: boolean
}

/** Props of the component that edits a setting. The element with the id `control.id` has the label, whose id ends with `-label`. */
export interface SettingFieldProps {
  setting: SettingInfo
  /** The edited text. */
  value: string
  error: string | undefined
  onChange: (value: string) => void
  /** Attributes of the element that takes the input: they link it to label, help and error. */
  control: {
    id: string
    name: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }
}

/** Collects the fields. A later one of the same name replaces an earlier one. */
export function combineSettingFields(
  sources: readonly Source[],
): ReadonlyMap<string, { Component: ComponentType<SettingFieldProps>; extension: string | undefined }> {
  return new Map(
    sources.flatMap(({ id, extension }) =>
      Object.entries(extension.settingFields ?? {}).map(
        ([name, Component]) => [name, { Component, extension: id }] as const,
      ),
    ),
  )
}

declare module '../extension.ts' {
  interface ClientExtension {
    /** In `admin.tsx`: components that edit settings, by the name in their declaration on the server. */
    settingFields?: Readonly<Record<string, ComponentType<SettingFieldProps>>>
  }
}
