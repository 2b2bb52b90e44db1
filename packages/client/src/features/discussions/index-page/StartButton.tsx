import type { ReactNode } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { Button, type ButtonLook, LinkButton } from '../../../ui/buttons/Button.tsx'
import { useLogInLink } from '../../session/links.ts'
import { useStart } from './start.ts'

/** Opens the composer for a new discussion, or the log-in form for guests. */
export function StartButton(look: Pick<ButtonLook, 'variant' | 'isIconOnly'>): ReactNode {
  const { t, href, userId, composer } = useApp()
  const start = useStart()
  const logIn = useLogInLink({ target: { kind: 'discussion' } })
  if (userId === undefined) {
    return (
      <LinkButton variant="outline" {...look} {...logIn} icon="edit">
        {t('core.forum.index.start_discussion_button')}
      </LinkButton>
    )
  }
  if (!start.isAllowed) {
    return (
      <Button {...look} icon="edit" isDisabled>
        {t('core.forum.index.cannot_start_discussion_button')}
      </Button>
    )
  }
  return (
    <LinkButton
      variant="primary"
      {...look}
      icon="edit"
      href={href('/composer')}
      onPointerEnter={composer.preload}
      onFocus={composer.preload}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void composer.open({ kind: 'discussion' }, start)
      }}
    >
      {t('core.forum.index.start_discussion_button')}
    </LinkButton>
  )
}
