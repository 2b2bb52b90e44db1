import type { CSSProperties, ReactNode } from 'react'

interface AvatarProps {
  /** Undefined if the account was deleted. */
  user: { displayName: string; avatarUrl: string | null } | undefined
  size?: 'xs' | 's' | 'm' | 'l'
  /** Makes the avatar a link, which has the name for assistive technology. */
  href?: string
  /** Adds a visual mark. The text beside it must say so, too. */
  isOnline?: boolean
}

const pixelSizes = { xs: 20, s: 32, m: 40, l: 88 }

/** A user's picture, or the initials on a colour derived from the name. */
export function Avatar({ user, size = 'm', href, isOnline }: AvatarProps): ReactNode {
  const name = user?.displayName ?? ''
  let className = size === 'm' ? 'Avatar' : `Avatar Avatar--${size}`
  if (isOnline) className += ' is-online'
  const inner = user?.avatarUrl ? (
    <img
      src={user.avatarUrl}
      alt={href === undefined ? '' : name}
      width={pixelSizes[size]}
      height={pixelSizes[size]}
      loading="lazy"
    />
  ) : undefined
  if (href === undefined) {
    return (
      <span className={className} style={inner === undefined ? hueStyle(name) : undefined} aria-hidden="true">
        {inner ?? initials(name)}
      </span>
    )
  }
  if (inner !== undefined) {
    return (
      <a className={className} href={href}>
        {inner}
      </a>
    )
  }
  return (
    <a className={className} href={href} style={hueStyle(name)} aria-label={name}>
      {initials(name)}
    </a>
  )
}

/** The first letters of the first and the last word; one character for a single word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = firstCharacter(words[0])
  if (first === '') return '?'
  return words.length === 1 ? first : first + firstCharacter(words.at(-1))
}

function firstCharacter(word: string | undefined): string {
  const code = word?.codePointAt(0)
  return code === undefined ? '' : String.fromCodePoint(code).toUpperCase()
}

/** Hashes a name to a hue from 0 to 350 in steps of 10. */
export function nameHue(name: string): number {
  let hash = 0
  for (let index = 0; index < name.length; index++) hash = (hash * 31 + name.charCodeAt(index)) >>> 0
  return (hash % 36) * 10
}

function hueStyle(name: string): CSSProperties {
  return { '--hue': nameHue(name) } as CSSProperties
}
