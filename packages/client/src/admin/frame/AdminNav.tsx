import { type ReactNode, useId } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { type AdminSection, adminSections, type NamedAdminPage } from '../../points/admin/admin-pages.ts'
import { useApp } from '../../points/app-context.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useAdmin } from '../use-admin.ts'
import { pagePath } from './admin-routes.ts'

/** The pages that the viewer may see, by sections. */
export function AdminNav({ className }: { className?: string }): ReactNode {
  const { t } = useApp()
  const { pages } = useAdmin()
  const listed = pages.filter(({ isListed }) => isListed !== false)
  return (
    <nav className={classNames('AdminNav', className)} aria-label={t('core.admin.nav.title')}>
      <p className="AdminNav-title u-wide">{t('core.admin.nav.title')}</p>
      {adminSections.map((section) => {
        const members = listed.filter((page) => page.section === section)
        return members.length > 0 && <NavSection key={section} section={section} pages={members} />
      })}
    </nav>
  )
}

interface NavSectionProps {
  section: AdminSection
  pages: readonly NamedAdminPage[]
}

function NavSection({ section, pages }: NavSectionProps): ReactNode {
  const { t } = useApp()
  const id = useId()
  const hasHeading = section !== 'overview'
  return (
    <div className="AdminNav-section">
      {hasHeading && (
        <p className="AdminNav-heading" id={id}>
          {t(`core.admin.nav.sections.${section}`)}
        </p>
      )}
      <ul className="SideNav-list" aria-labelledby={hasHeading ? id : undefined}>
        {pages.map((page) => (
          <li key={page.name}>
            <NavLink page={page} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function NavLink({ page }: { page: NamedAdminPage }): ReactNode {
  const { t, href, routes } = useApp()
  const { entry } = useRouterState()
  const isCurrent = routes.match(entry.url)?.name === page.name
  return (
    <a className="SideNav-item" href={href(pagePath(page))} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={page.icon} />
      {t(page.label)}
    </a>
  )
}
