import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { definePage } from '../../points/routes.ts'
import { LogInForm } from './LogInForm.tsx'

function LogInPage(): ReactNode {
  const t = useT()
  return (
    <div className="SessionPage">
      <h1>{t('core.forum.log_in.title')}</h1>
      <LogInForm />
    </div>
  )
}

export default definePage({
  Component: LogInPage,
  head: (_, { t }) => ({ title: t('core.forum.log_in.title'), canonical: '/login' }),
  backTo: '/',
  PhoneAction: () => null,
})
