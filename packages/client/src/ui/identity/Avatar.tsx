import { hueOf, initials } from '@parley/shared'
import type { CSSProperties, ReactNode } from 'react'

interface AvatarProps {
  /** Undefined if the account was deleted. */
  user: { displayName: string; avatarUrl: string | null } | undefined
  size?: 'xs' | 's' | 'm' | 'l'
  /** Makes the avatar a link, which has the name for assistive technology. */
  href?: string
  /** The name beside it is the same link: keyboards and assistive technology skip this one. */
  isBesideName?: boolean
  /** Adds a visual mark. The text beside it must say so, too. */
  isOnline?: boolean
  className?: string
  /** Called when the picture does not load, also when it failed before the page was hydrated. */
  onError?: () => void
}

const pixelSizes = { xs: 20, s: 32, m: 40, l: 88 }

/** A user's picture, or the initials on a colour derived from the name. */
export function Avatar({
  user,
  size = 'm',
  href,
  isBesideName,
  isOnline,
  className: more,
  onError,
}: AvatarProps): ReactNode {
  const name = user?.displayName ?? ''
  let className = size === 'm' ? 'Avatar' : `Avatar Avatar--${size}`
  if (isOnline) className += ' is-online'
  if (more) className += ` ${more}`
  const isHidden = href === undefined || isBesideName
  const style = user?.avatarUrl ? undefined : hueStyle(name)
  const inner = user?.avatarUrl ? (
    <img
      src={user.avatarUrl}
      alt={isHidden ? '' : name}
      width={pixelSizes[size]}
      height={pixelSizes[size]}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={onError}
      ref={(image) => {
        if (image?.complete && !image.naturalWidth) onError?.()
      }}
    />
  ) : (
    <>
      <span aria-hidden="true">{initials(name) || '?'}</span>
      {!isHidden && <span className="VisuallyHidden">{name}</span>}
    </>
  )
  if (href === undefined) {
    return (
      <span className={className} style={style} aria-hidden="true">
        {inner}
      </span>
    )
  }
  const skipped = isBesideName && ({ tabIndex: -1, 'aria-hidden': true } as const)
  return (
    <a className={className} href={href} style={style} {...skipped}>
      {inner}
    </a>
  )
}

function hueStyle(name: string): CSSProperties {
  return { '--hue': hueOf(name) } as CSSProperties
}
