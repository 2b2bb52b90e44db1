import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import { Art, type ArtName } from '../art/Art.tsx'
import { LinkButton } from '../buttons/Button.tsx'
import { Icon } from '../Icon.tsx'

interface EmptyProps {
  icon?: string
  /** A drawing in place of the icon. */
  art?: ArtName | undefined
  title: ReactNode
  /** A hint or a link for the next step. */
  children?: ReactNode
  /** Element of the title: `h1` if the page has no other. */
  heading?: 'h1' | 'h2' | 'h3'
}

/** Placeholder for an empty list or page. */
export function EmptyState({ icon, art, title, children, heading: Heading = 'h2' }: EmptyProps): ReactNode {
  return (
    <div className="Empty">
      {art !== undefined ? <Art name={art} /> : icon !== undefined && <Icon name={icon} />}
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}

/** A grey bar in place of loading text. `width` in CSS units. */
export function Skeleton({ width, isCircle }: { width?: string; isCircle?: boolean }): ReactNode {
  return (
    <span className={isCircle ? 'Skeleton Skeleton--circle' : 'Skeleton'} style={{ inlineSize: width }} />
  )
}

/** Announces once that content is loading. Skeletons go inside. */
export function Loading({ children }: { children?: ReactNode }): ReactNode {
  const t = useT()
  return (
    <div className="Loading" role="status" aria-busy="true">
      <VisuallyHidden>{t('core.lib.loading_indicator.accessible_label')}</VisuallyHidden>
      {children}
    </div>
  )
}

/** Text for assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }): ReactNode {
  return <span className="VisuallyHidden">{children}</span>
}

interface LoadMoreProps {
  label: string
  /** URL of the next page, for browsers without scripts. */
  href: string
  isLoading: boolean
  onLoad: () => void
  /** The progress: `20 of 1,284`. */
  children?: ReactNode
}

/** A link that extends a list in place. */
export function LoadMore({ label, href, isLoading, onLoad, children }: LoadMoreProps): ReactNode {
  return (
    <div className="LoadMore">
      {/* The same element during loading, so that the focus stays. */}
      <LinkButton
        variant="outline"
        className={isLoading ? 'is-loading' : undefined}
        href={href}
        aria-busy={isLoading || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          if (!isLoading) onLoad()
        }}
      >
        {label}
      </LinkButton>
      {children}
    </div>
  )
}
