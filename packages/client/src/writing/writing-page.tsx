import type { ReactNode } from 'react'
import { useT } from '../app-context.ts'
import { definePage } from '../router/route.ts'
import { WritingForm } from './WritingForm.tsx'

/** Starts a discussion where no script opens the composer. */
function WritingPage(): ReactNode {
  const t = useT()
  return (
    <div className="SessionPage">
      <h1>{t('core.forum.composer_discussion.title')}</h1>
      <WritingForm
        action="/composer"
        hasTitle
        contentLabel={t('core.forum.composer_discussion.body_placeholder')}
        submitLabel={t('core.forum.composer_discussion.submit_button')}
      />
    </div>
  )
}

export default definePage({
  Component: WritingPage,
  head: (_, { t }) => ({ title: t('core.forum.composer_discussion.title') }),
  backTo: '/',
  PhoneAction: () => null,
})
