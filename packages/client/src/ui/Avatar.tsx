import type { CSSProperties, ReactNode } from 'react'

interface AvatarProps {
  /** Without one the person's account was deleted. */
  user: { displayName: string; avatarUrl: string | null } | undefined
  size?: 'xs' | 's' | 'm' | 'l'
  /** Makes it a link; then it carries the name for assistive technology. */
  href?: string
  /** Adds a mark. Say it in words beside it. */
  isOnline?: boolean
}

const PIXELS = { xs: 20, s: 32, m: 40, l: 88 }

/** A person's picture, or the initials on a colour that goes with the name. */
export function Avatar({ user, size = 'm', href, isOnline }: AvatarProps): ReactNode {
  const name = user?.displayName ?? ''
  let className = size === 'm' ? 'Avatar' : `Avatar Avatar--${size}`
  if (isOnline) className += ' is-online'
  const inner = user?.avatarUrl ? (
    <img
      src={user.avatarUrl}
      alt={href === undefined ? '' : name}
      width={PIXELS[size]}
      height={PIXELS[size]}
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

/** The first letters of the first and the last word; of scripts without spaces one character. */
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

/** A hue of 0 to 350 in steps of 10, the same for the same name everywhere. */
export function nameHue(name: string): number {
  let hash = 0
  for (let index = 0; index < name.length; index++) hash = (hash * 31 + name.charCodeAt(index)) >>> 0
  return (hash % 36) * 10
}

function hueStyle(name: string): CSSProperties {
  return { '--hue': nameHue(name) } as CSSProperties
}
