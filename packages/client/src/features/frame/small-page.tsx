import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { definePage } from '../../points/routes.ts'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { WrittenHtml } from '../../ui/prose/Prose.tsx'

/** The page for what the server writes itself. Its forms and links work without a script. */
function WrittenPage(): ReactNode {
  const { smallPage } = useApp().boot
  if (smallPage === undefined) return null
  const { title, html, icon } = smallPage
  const content = <WrittenHtml html={html} />
  if (icon !== undefined) {
    return (
      <EmptyState icon={icon} title={title} heading="h1">
        {content}
      </EmptyState>
    )
  }
  return (
    <div className="SessionPage">
      <h1>{title}</h1>
      {content}
    </div>
  )
}

export const smallPage = definePage({
  Component: WrittenPage,
  head: (_, { boot }) => ({ title: boot.smallPage?.title, status: boot.smallPage?.status }),
  backTo: '/',
})
