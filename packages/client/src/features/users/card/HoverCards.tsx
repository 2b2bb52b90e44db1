import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '../../../base/app-context.ts'
import { useRouterState } from '../../../base/router/use-router.ts'
import { followPeople, type PersonLink } from './follow-people.ts'
import type { HoverCard } from './HoverCard.tsx'

interface Shown extends PersonLink {
  Card: typeof HoverCard
}

/** Shows who somebody is beside their name and picture, wherever those lead to their page. */
export function HoverCards(): ReactNode {
  // A card belongs to the page it was opened on.
  return <CardsOfPage key={useRouterState().entry.key} />
}

function CardsOfPage(): ReactNode {
  const app = useApp()
  const card = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    const load = () =>
      app.connection.load(async () => {
        const [{ HoverCard }] = await Promise.all([
          import('./HoverCard.tsx'),
          app.slots.loadFor('user', app.reportFailure),
        ])
        return HoverCard
      })
    let wanted: PersonLink | undefined
    return followPeople(app, {
      prepare: () => void load().catch(() => {}),
      async show(person) {
        wanted = person
        // Without its code there is no card; the link itself leads to the same.
        const Card = await load().catch(() => undefined)
        if (Card !== undefined && wanted === person) setShown({ ...person, Card })
      },
      hide() {
        wanted = undefined
        setShown(undefined)
      },
      isCard: (element) => card.current?.contains(element) ?? false,
    })
  }, [app])
  if (shown === undefined) return null
  const { Card, link, slug } = shown
  return <Card key={slug} ref={card} link={link} slug={slug} />
}
