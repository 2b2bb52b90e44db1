/** The only door for extensions. */
export { type App, useApp, useT } from './app-context.ts'
export type { ClientSyntax } from './composer/client-syntax.ts'
export type { ComposerTarget } from './composer/composer.ts'
export * from './composer/slots.ts'
export * from './discussion-page/slots.ts'
export { changeDiscussion } from './discussions/actions.ts'
export { continuePath, discussionPath } from './discussions/discussion-path.ts'
export { NavItem } from './discussions/NavItem.tsx'
export { unreadCount } from './discussions/read-state.ts'
export * from './discussions/slots.ts'
export {
  type ClientExtension,
  defineClientExtension,
  type EventPostComponent,
} from './extension.ts'
export { DrawerLink } from './frame/Drawer.tsx'
export * from './frame/slots.ts'
export { Rich } from './i18n/Rich.tsx'
export type { SiteMessages } from './i18n/site-messages.ts'
export { Time } from './i18n/Time.tsx'
export type { NotificationProps, NotificationType } from './notifications/notification-type.ts'
export { EventText } from './posts/EventText.tsx'
export * from './posts/slots.ts'
export { useEntryState } from './router/entry.ts'
export {
  definePage,
  type Page,
  type PageHead,
  type PageLocation,
  type PageProps,
  type Route,
} from './router/route.ts'
export type { Gambit } from './search/gambit.ts'
export * from './security/slots.ts'
export { ExternalLogInButton } from './session/ExternalLogInButton.tsx'
export { FormError } from './session/FormError.tsx'
export { openLogIn, openSignUp, useLogInLink, useSignUpLink } from './session/links.ts'
export * from './session/slots.ts'
export {
  type PreferenceChanges,
  preferenceSaver,
  usePreferences,
} from './settings/preferences.ts'
export { PreferenceSwitch, SettingRow, SettingsSection } from './settings/SettingsSection.tsx'
export * from './settings/slots.ts'
export { createSlot, type Slot, type SlotItem, useHasItems } from './slots.tsx'
export { newIdempotencyKey } from './store/api.ts'
export { ApiError, describeError, type FieldErrors } from './store/api-error.ts'
export type { AnyRecord, StoreRecord } from './store/record.ts'
export { createResource, deleteResource, loadDocument, saveResource } from './store/resources.ts'
export { useForum, useSessionUser } from './store/use-forum.ts'
export { useRecord, useRecords, useRelated } from './store/use-record.ts'
export { Alert, AppAlert } from './ui/Alert.tsx'
export { Avatar } from './ui/Avatar.tsx'
export { Badge } from './ui/Badge.tsx'
export { Button, LinkButton } from './ui/Button.tsx'
export { classNames } from './ui/class-names.ts'
export { Dropdown } from './ui/Dropdown.tsx'
export { Empty, Loading, LoadMore, Skeleton, VisuallyHidden } from './ui/Feedback.tsx'
export { Checkbox, Field, InputField } from './ui/Field.tsx'
export { DismissButton, FormButtons } from './ui/FormButtons.tsx'
export { Icon } from './ui/Icon.tsx'
export { MenuItem, MenuSeparator } from './ui/Menu.tsx'
export { Modal } from './ui/Modal.tsx'
export type { ModalProps } from './ui/modals.ts'
export { Prose } from './ui/Prose.tsx'
export { type Submit, type SubmitOptions, useSubmit } from './ui/use-submit.ts'
export { GroupBadge } from './users/GroupBadge.tsx'
export * from './users/slots.ts'
export { UserPage, userHead } from './users/UserPage.tsx'
export { UserTab } from './users/UserTab.tsx'
export { userPath } from './users/user-path.ts'
