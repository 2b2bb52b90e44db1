import type { ReactNode } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { ForumMark } from '../../ui/identity/ForumMark.tsx'

/** The forum's logo, or its mark and title. */
export function ForumName(): ReactNode {
  const { title, logoUrl } = useForum()
  if (logoUrl) return <img className="Header-logo" src={logoUrl} alt={title ?? ''} height={32} />
  return (
    <>
      <ForumMark title={title} />
      <bdi>{title}</bdi>
    </>
  )
}
