import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRouterState } from '../../../base/router/use-router.ts'
import { useApp } from '../../../points/app-context.ts'
import { type UserLink, watchUserLinks } from './follow-people.ts'
import type { HoverCard } from './HoverCard.tsx'

interface OpenCard extends UserLink {
  Card: typeof HoverCard
}

/** Shows a hover card beside every link to a user's page. */
export function HoverCards(): ReactNode {
  // The key closes the card when the page changes.
  return <CardsOfPage key={useRouterState().entry.key} />
}

function CardsOfPage(): ReactNode {
  const app = useApp()
  const card = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<OpenCard>()
  useEffect(() => {
    const load = () =>
      app.connection.load(async () => {
        const [{ HoverCard }] = await Promise.all([
          import('./HoverCard.tsx'),
          app.slots.loadFor('user', app.reportFailure),
        ])
        return HoverCard
      })
    let requested: UserLink | undefined
    return watchUserLinks(app, {
      prepare: () => void load().catch(() => {}),
      async show(userLink) {
        requested = userLink
        // If the code fails to load, the link itself still leads to the user's page.
        const Card = await load().catch(() => undefined)
        if (Card !== undefined && requested === userLink) setOpen({ ...userLink, Card })
      },
      hide() {
        requested = undefined
        setOpen(undefined)
      },
      isCard: (element) => card.current?.contains(element) ?? false,
    })
  }, [app])
  if (open === undefined) return null
  const { Card, link, slug } = open
  return <Card key={slug} ref={card} link={link} slug={slug} />
}
