import type { ReactNode } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { useT } from '../../points/app-context.ts'
import { definePage } from '../../points/routes.ts'
import { SignUpForm } from './SignUpForm.tsx'

function SignUpPage(): ReactNode {
  const t = useT()
  const { allowSignUp } = useForum()
  return (
    <div className="SessionPage">
      <h1>{t('core.forum.sign_up.title')}</h1>
      {allowSignUp ? <SignUpForm /> : <p>{t('core.forum.sign_up.closed_text')}</p>}
    </div>
  )
}

export default definePage({
  Component: SignUpPage,
  head: (_, { t }) => ({ title: t('core.forum.sign_up.title'), canonical: '/register' }),
  backTo: '/',
  PhoneAction: () => null,
})
