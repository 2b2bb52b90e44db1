import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { ExtensionErrorBoundary } from '../../points/error-boundary.tsx'
import type { LinkCardProps } from '../../points/pages/link-cards.ts'
import { type CardLink, watchLinks } from './watch-links.ts'

interface ShownCard extends CardLink {
  Card: ComponentType<LinkCardProps>
}

interface OpenCardProps {
  /** Returns, once, what the pointer or the focus reached before this was loaded. */
  takeStart: () => EventTarget | null
}

/** The card beside the link on which the pointer or the focus rests. */
export function OpenCard({ takeStart }: OpenCardProps): ReactNode {
  const app = useApp()
  const card = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ShownCard>()
  useEffect(() => {
    const load = ({ card }: CardLink) => app.connection.load(() => card.load(app))
    let requested: CardLink | undefined
    const handlers = {
      prepare: (cardLink: CardLink) => void load(cardLink).catch(() => {}),
      async show(cardLink: CardLink) {
        requested = cardLink
        // If the code fails to load, the link itself still leads there.
        const loaded = await load(cardLink).catch(() => undefined)
        if (loaded !== undefined && requested === cardLink) setOpen({ ...cardLink, Card: loaded.default })
      },
      hide() {
        requested = undefined
        setOpen(undefined)
      },
      isCard: (element: Element) => card.current?.contains(element) ?? false,
    }
    return watchLinks(app, handlers, takeStart())
  }, [app, takeStart])
  if (open === undefined) return null
  const { Card, link } = open
  return (
    <ExtensionErrorBoundary extension={open.extension}>
      <Card ref={card} link={link} />
    </ExtensionErrorBoundary>
  )
}
