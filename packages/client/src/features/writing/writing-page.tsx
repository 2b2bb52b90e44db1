import { type ReactNode, useEffect } from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { definePage } from '../../points/routes.ts'
import { readWritingForm } from './typed-so-far.ts'
import { WritingForm } from './WritingForm.tsx'

/** A form to start a discussion without scripts. With scripts, the composer replaces it. */
function WritingPage(): ReactNode {
  const app = useApp()
  const { t } = app
  useEffect(() => {
    // A refused form shows its errors and is corrected in place.
    if (app.boot.form === undefined) void openComposer(app)
  }, [app])
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

async function openComposer({ router, composer }: App): Promise<void> {
  const { title, content } = readWritingForm()
  await router.navigate('/', { replace: true })
  if (!(await composer.open({ kind: 'discussion' }, { insert: content }))) return
  if (title !== '' && composer.state.fields.title === '') composer.change({ title })
}

export default definePage({
  Component: WritingPage,
  head: (_, { t }) => ({ title: t('core.forum.composer_discussion.title') }),
  backTo: '/',
  PhoneAction: () => null,
})
