import { Button, Prose, type UserCardProps, useApp } from '@parley/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BioForm } from './BioForm.tsx'
import { linkedText } from './linked-text.tsx'

/** The bio on a user's card, which is edited in place on the user's page by those who may. */
export function Bio({ user, isOnPage }: UserCardProps): ReactNode {
  const { t, userId } = useApp()
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  const isEditable = isOnPage && user.canEditBio === true
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = root
    if (!isEditable || isEditing || current === null) return
    const handleClick = (event: MouseEvent) => {
      if (isPlainClick(event)) setIsEditing(true)
    }
    current.addEventListener('click', handleClick)
    return () => current.removeEventListener('click', handleClick)
  }, [isEditable, isEditing])
  if (isEditing) return <BioForm user={user} onEnd={() => setIsEditing(false)} />
  const isFormatted = typeof user.bioHtml === 'string'
  const isEmpty = !(isFormatted ? user.bioHtml?.trim() : user.bio)
  if (isEmpty && !isEditable) return null
  const placeholder = user.id === userId ? 'userbioPlaceholder' : 'userbioPlaceholderOtherUser'
  return (
    <div ref={root} className="UserBio UserCard-bio" data-editable={isEditable || undefined}>
      {isFormatted ? (
        <Prose html={user.bioHtml ?? ''} />
      ) : (
        user.bio && (
          <p className="UserBio-text" dir="auto">
            {linkedText(user.bio)}
          </p>
        )
      )}
      {isEditable && (
        <Button
          ref={button}
          className="UserBio-edit"
          icon="edit"
          variant="quiet"
          isSmall
          isIconOnly={!isEmpty}
          onClick={() => setIsEditing(true)}
        >
          {t(isEmpty ? `bio.forum.${placeholder}` : 'bio.forum.profile.edit_bio_label')}
        </Button>
      )}
    </div>
  )
}

/** Whether a click is meant for the text: not for what works in it, nor the end of a selection. */
function isPlainClick({ target, ctrlKey, metaKey }: MouseEvent): boolean {
  if (ctrlKey || metaKey || !(target instanceof Element)) return false
  return (
    target.closest('a, button, summary, .spoiler') === null && window.getSelection()?.isCollapsed !== false
  )
}
