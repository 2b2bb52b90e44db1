import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { useApp } from '../../points/app-context.ts'
import { ExtensionErrorBoundary } from '../../points/error-boundary.tsx'
import type { LinkCardProps } from '../../points/pages/link-cards.ts'
import { type CardLink, watchLinks } from './watch-links.ts'

interface OpenCard extends CardLink {
  Card: ComponentType<LinkCardProps>
}

/** Shows the cards beside links. */
export function LinkCards(): ReactNode {
  // The key closes the card when the page changes.
  return <CardsOfPage key={useRouterState().entry.key} />
}

function CardsOfPage(): ReactNode {
  const app = useApp()
  const card = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenCard>()
  useEffect(() => {
    const load = ({ card }: CardLink) => app.connection.load(() => card.load(app))
    let requested: CardLink | undefined
    return watchLinks(app, {
      prepare: (cardLink) => void load(cardLink).catch(() => {}),
      async show(cardLink) {
        requested = cardLink
        // If the code fails to load, the link itself still leads there.
        const loaded = await load(cardLink).catch(() => undefined)
        if (loaded !== undefined && requested === cardLink) setOpen({ ...cardLink, Card: loaded.default })
      },
      hide() {
        requested = undefined
        setOpen(undefined)
      },
      isCard: (element) => card.current?.contains(element) ?? false,
    })
  }, [app])
  if (open === undefined) return null
  const { Card, link } = open
  return (
    <ExtensionErrorBoundary extension={open.card.extension}>
      <Card ref={card} link={link} />
    </ExtensionErrorBoundary>
  )
}
