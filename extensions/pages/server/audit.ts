import type { Extension } from '@parley/server'
import type { PageRow } from './table.ts'

/** The columns of the fields in entries about changed pages. An entry without any is about the content. */
const auditedColumns = {
  title: 'title',
  slug: 'slug',
  isHidden: 'is_hidden',
  isRestricted: 'is_restricted',
  isHtml: 'is_html',
  isInNavigation: 'is_in_navigation',
  navigationIcon: 'navigation_icon',
  navigationPosition: 'navigation_position',
  isInFooter: 'is_in_footer',
} as const

declare module '@parley/server' {
  interface AuditActions {
    'page.created': Record<never, never>
    'page.changed': { [Field in keyof typeof auditedColumns]: PageRow[(typeof auditedColumns)[Field]] }
    'page.deleted': Record<never, never>
  }
}

const target = 'pages'

/** What administrators do to pages. */
export const pageActions: NonNullable<Extension['audit']> = {
  'page.created': { text: 'pages.audit.page_created_text', target },
  'page.changed': {
    text: 'pages.audit.page_changed_text',
    target,
    fields: {
      title: { label: 'pages.admin.edit_page.title_label' },
      slug: { label: 'pages.admin.edit_page.slug_label' },
      isHidden: { label: 'pages.admin.edit_page.hidden_label' },
      isRestricted: { label: 'pages.admin.edit_page.restricted_label' },
      isHtml: { label: 'pages.admin.edit_page.html_label' },
      isInNavigation: { label: 'pages.admin.edit_page.navigation_label' },
      navigationIcon: { label: 'pages.admin.edit_page.icon_label' },
      navigationPosition: { label: 'pages.admin.edit_page.position_label' },
      isInFooter: { label: 'pages.admin.edit_page.footer_label' },
    },
  },
  'page.deleted': { text: 'pages.audit.page_deleted_text', target },
}

/** The fields that a change of a page has changed, with their values before and after. */
export function changedFields(before: PageRow, after: PageRow) {
  return Object.fromEntries(
    Object.entries(auditedColumns).flatMap(([field, column]) =>
      before[column] === after[column] ? [] : [[field, [before[column], after[column]]] as const],
    ),
  )
}
