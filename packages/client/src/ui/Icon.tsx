/// <reference path="../base/virtual.d.ts" />
import spriteFile from 'virtual:parley-icons'
import type { ReactNode } from 'react'
import { useApp } from '../points/app-context.ts'
import { classNames } from './class-names.ts'

interface IconProps {
  /** File name in `ui/icons` or an extension's `icons`, without `.svg`. */
  name: string
  isSmall?: boolean
  /** Mirrored in right-to-left languages, as arrows must be. */
  isDirectional?: boolean
}

/** A decorative icon. The text or the label beside it must have its meaning. */
export function Icon({ name, isSmall, isDirectional }: IconProps): ReactNode {
  const className =
    isSmall || isDirectional
      ? classNames('Icon', isSmall && 'Icon--s', isDirectional && 'Icon--flip')
      : 'Icon'
  return (
    <svg className={className} aria-hidden="true">
      <use href={useApp().href(`/${spriteFile}#${name}`)} />
    </svg>
  )
}
