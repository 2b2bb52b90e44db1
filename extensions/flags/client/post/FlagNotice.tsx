import { type PostProps, useApp } from '@parley/client'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const load = async () => (await import('./FlagDetails.tsx')).FlagDetails

/**
 * The reports of a post, and what to do about them. Few readers see one: the code is loaded with the first such post, which
 * keeps a place for it.
 */
export function FlagNotice({ post }: PostProps): ReactNode {
  const { connection, alerts } = useApp()
  const [Details, setDetails] = useState<ComponentType<PostProps>>()
  useEffect(() => {
    const begin = () => {
      connection.load(load).then(
        (loaded) => setDetails(() => loaded),
        (error) => alerts.showError(error, begin),
      )
    }
    begin()
  }, [connection, alerts])
  return Details ? <Details post={post} /> : <div className="Post-notice FlagNotice" aria-busy="true" />
}
