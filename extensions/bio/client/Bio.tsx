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
  if (isEditing) return <BioForm user={user} onEnd={() => setIsEditing(false)} />
  const isEmpty = !user.bioHtml && !user.bio
  if (isEmpty && !isEditable) return null
  const placeholder = user.id === userId ? 'userbioPlaceholder' : 'userbioPlaceholderOtherUser'
  return (
    <div className="UserBio UserCard-bio">
      {user.bioHtml ? (
        <Prose html={user.bioHtml} />
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
