import { definePage, type PageProps, useT } from '@parley/client'
import type { ReactNode } from 'react'

export default definePage({
  Component: WordsPage,
  head: (_props, { t }) => ({ title: t('words.forum.page.title') }),
})

function WordsPage({ documents }: PageProps): ReactNode {
  const t = useT()
  const [word] = documents as readonly [string]
  return (
    <main>
      <h1>{t('words.forum.page.title')}</h1>
      <p>{word}</p>
    </main>
  )
}
