import { LinkCardFrame, type LinkCardProps, useT } from '@parley/client'
import type { ReactNode } from 'react'

export default function RoomCard(props: LinkCardProps): ReactNode {
  const t = useT()
  return (
    <LinkCardFrame {...props} label={t('rooms.forum.card.label')}>
      <p>{t('rooms.forum.card.text')}</p>
    </LinkCardFrame>
  )
}
