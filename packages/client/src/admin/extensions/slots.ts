import { createSlot } from '../../points/slots.tsx'

export interface ExtensionProps {
  /** Id of the extension. */
  extension: string
}

/** Notices above the settings of an extension on its page: `Alert`s. Items say in `when` which extension they are about. */
export const ExtensionNotices = createSlot<ExtensionProps>('ExtensionNotices')

/** Sections below the settings of an extension on its page: `AdminPageSection`s. Items say in `when` which extension they belong to. */
export const ExtensionSections = createSlot<ExtensionProps>('ExtensionSections')
