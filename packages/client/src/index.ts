/** The only door for extensions. */
// Each part of `App` and each section of `ClientExtension` is declared in its own file: this brings in all of them.
import type {} from './app/app.ts'

export * from './admin/users/slots.ts'
export { UserCell } from './admin/users/UserCell.tsx'
export { Rich } from './base/i18n/Rich.tsx'
export type { SiteMessages } from './base/i18n/site-messages.ts'
export { Time } from './base/i18n/Time.tsx'
export { type PagedList, pageNumber, pageParams, pagePath } from './base/lists/paged-list.ts'
export { type CountedListState, useListTotals } from './base/lists/use-list-totals.ts'
export { type PagedListState, usePagedList } from './base/lists/use-paged-list.ts'
export type { ModalProps } from './base/modals.ts'
export { useForum, useSessionUser } from './base/records/use-forum.ts'
export { useRecord, useRecords, useRelated } from './base/records/use-record.ts'
export { useEntryState } from './base/router/entry.ts'
export { type LateDocument, useLateDocument } from './base/router/late-document.ts'
export { useObservable } from './base/use-observable.ts'
export * from './features/composer/slots.ts'
export * from './features/discussion-page/slots.ts'
export { changeDiscussion } from './features/discussions/actions.ts'
export { continuePath, discussionPath } from './features/discussions/discussion-path.ts'
export { IndexColumns } from './features/discussions/index-page/IndexPage.tsx'
export { RefreshButton, SortMenu } from './features/discussions/index-page/toolbar-items.tsx'
export { DiscussionList, DiscussionListSkeleton } from './features/discussions/list/DiscussionList.tsx'
export { DiscussionRow } from './features/discussions/list/DiscussionRow.tsx'
export { discussionsRequest, totalsRequest } from './features/discussions/list/list-request.ts'
export { NavItem } from './features/discussions/NavItem.tsx'
export { unreadCount } from './features/discussions/read-state.ts'
export * from './features/discussions/slots.ts'
export { DrawerLink } from './features/frame/Drawer.tsx'
export * from './features/frame/slots.ts'
export { EventText } from './features/posts/EventText.tsx'
export { postIncludes } from './features/posts/post-includes.ts'
export * from './features/posts/slots.ts'
export * from './features/security/slots.ts'
export { ExternalLogInButton } from './features/session/external-log-in/ExternalLogInButton.tsx'
export { FormError } from './features/session/FormError.tsx'
export { openLogIn, openSignUp, useLogInLink, useSignUpLink } from './features/session/links.ts'
export * from './features/session/slots.ts'
export {
  type PreferenceChanges,
  preferenceSaver,
  usePreferences,
} from './features/settings/preferences.ts'
export { PreferenceSwitch, SettingRow, SettingsSection } from './features/settings/SettingsSection.tsx'
export * from './features/settings/slots.ts'
export { GroupBadge } from './features/users/GroupBadge.tsx'
export { PostsList } from './features/users/page/PostsList.tsx'
export { PostsListItem } from './features/users/page/PostsListItem.tsx'
export { UserPage, userHead } from './features/users/page/UserPage.tsx'
export { UserPageSkeleton } from './features/users/page/UserPageSkeleton.tsx'
export { UserTab } from './features/users/page/UserTab.tsx'
export { userRequest } from './features/users/requests.ts'
export * from './features/users/slots.ts'
export { userPath } from './features/users/user-path.ts'
export * from './points/app.ts'
export { useApp, useT } from './points/app-context.ts'
export * from './points/composer/composer-extension.ts'
export type {
  Additions,
  ComposerFields,
  ComposerTarget,
  FieldValue,
} from './points/composer/composer-target.ts'
export type { EditorHandle, TextRange } from './points/composer/editor-handle.ts'
export type { ClientSyntax } from './points/composer/markup.ts'
export type { EventPostComponent } from './points/event-posts.ts'
export * from './points/extension.ts'
export type { Gambit } from './points/gambits.ts'
export type { NotificationProps, NotificationType } from './points/notifications.ts'
export { includesBesides, includesOf } from './points/pages/includes.ts'
export type { ReplyRefusal } from './points/reply-refusals.ts'
export {
  definePage,
  type LateRequest,
  type Page,
  type PageHead,
  type PageLocation,
  type PageProps,
  type Route,
} from './points/routes.ts'
export { defineService, type ProvidedService, type Service } from './points/services/services.ts'
export { createSlot, type Slot, type SlotItem, useHasItems } from './points/slots.tsx'
export { newIdempotencyKey } from './store/api.ts'
export { ApiError, describeError, type FieldErrors } from './store/api-error.ts'
export type { AnyRecord, StoreRecord } from './store/record.ts'
export { createResource, deleteResource, loadDocument, saveResource } from './store/resources.ts'
export { Badge } from './ui/Badge.tsx'
export { Button, LinkButton } from './ui/buttons/Button.tsx'
export { classNames } from './ui/class-names.ts'
export { Alert, AppAlert } from './ui/feedback/Alert.tsx'
export { EmptyState, Loading, LoadMore, Skeleton, VisuallyHidden } from './ui/feedback/Feedback.tsx'
export { ListEnd } from './ui/feedback/ListEnd.tsx'
export { Checkbox, Field, InputField } from './ui/forms/Field.tsx'
export { DismissButton, FormButtons } from './ui/forms/FormButtons.tsx'
export { type Submit, type SubmitOptions, useSubmit } from './ui/forms/use-submit.ts'
export { Icon } from './ui/Icon.tsx'
export { Avatar } from './ui/identity/Avatar.tsx'
export { Dropdown } from './ui/menus/Dropdown.tsx'
export { MenuItem, MenuSeparator } from './ui/menus/Menu.tsx'
export { TimeTip, Tip } from './ui/menus/Tip.tsx'
export { Modal } from './ui/modals/Modal.tsx'
export { Prose } from './ui/prose/Prose.tsx'
