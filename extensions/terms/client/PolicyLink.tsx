import type { ReactNode } from 'react'
import type { PolicyRecord } from './policies.ts'

/** The name of a policy, with a link to its text if it has an address. It opens beside the page. */
export function PolicyLink({
  policy: { name, url },
}: {
  policy: Pick<PolicyRecord, 'name' | 'url'>
}): ReactNode {
  if (!url) return <bdi>{name}</bdi>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <bdi>{name}</bdi>
    </a>
  )
}
