/** What extensions use in their `admin.tsx` besides the parts of `@parley/client`. */
export {
  type AdminPage as AdminPageDeclaration,
  type AdminSection,
  adminSections,
  type NamedAdminPage,
} from '../points/admin/admin-pages.ts'
export type { SettingField, SettingFieldProps, SettingInfo } from '../points/admin/setting-fields.ts'
export { DashboardPart } from './dashboard/DashboardPart.tsx'
export { DashboardParts } from './dashboard/slots.ts'
export { ExtensionNotices, type ExtensionProps, ExtensionSections } from './extensions/slots.ts'
export { AdminPage } from './frame/AdminPage.tsx'
export { AdminSection as AdminPageSection } from './frame/AdminSection.tsx'
export { type RowDrag, useRowDrag } from './rows/row-drag.ts'
export { SortableRow, useMovedFocus } from './rows/SortableRow.tsx'
export { ColorInput } from './settings/fields/ColorInput.tsx'
export { FileButton } from './settings/fields/FileButton.tsx'
export { SettingsForm } from './settings/SettingsForm.tsx'
export { type SettingsDocument, settingsPath } from './settings/settings-document.ts'
export {
  SourceEditor,
  type SourceEditorHandle,
  type SourceEditorProps,
} from './source-editor/SourceEditor.tsx'
export { UnsavedBar } from './unsaved/UnsavedBar.tsx'
export { type KeptForm, markUnsaved } from './unsaved/unsaved-forms.ts'
export { useAdmin } from './use-admin.ts'
