import type { ReactNode } from 'react'
import type { NamedAdminPage } from '../../points/admin/admin-pages.ts'
import { useApp } from '../../points/app-context.ts'
import { LinkButton } from '../../ui/buttons/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { pagePath } from '../frame/admin-routes.ts'
import { useAdmin } from '../use-admin.ts'
import type { Dashboard } from './documents.ts'

/** What is wrong with the forum, and what to do. */
export function Problems({ problems }: Pick<Dashboard, 'problems'>): ReactNode {
  const { t } = useApp()
  const { pages } = useAdmin()
  const pageOf = (name: string) => pages.find((page) => page.name === name)
  if (problems.length === 0) {
    return <Alert tone="success">{t('core.admin.dashboard.no_problems')}</Alert>
  }
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">{t('core.admin.dashboard.problems_heading', { count: problems.length })}</h2>
      <ul className="Dashboard-problems">
        {problems.map(({ name, state, text, advice }) => (
          <li key={text}>
            <Alert tone={state === 'fail' ? 'danger' : 'warning'}>
              <b>{text}</b>
              <p>{advice}</p>
              <PageLink page={pageOf(name)} />
            </Alert>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link to the page where a problem is put right: that with the name of the check. */
function PageLink({ page }: { page: NamedAdminPage | undefined }): ReactNode {
  const { t, href } = useApp()
  if (page === undefined) return null
  return (
    <LinkButton variant="link" href={href(pagePath(page))}>
      {t(page.label)}
    </LinkButton>
  )
}
