import {
  Button,
  FormError,
  saveResource,
  TextAreaField,
  type UserProps,
  useApp,
  useForum,
  useFrom,
  useSubmit,
} from '@parley/client'
import { type KeyboardEvent, type ReactNode, useState } from 'react'

const standardLines = 5
/** How many characters are left when the form begins to count them. */
const fewLeft = 50

/** A form for the bio in its place. A text that was not saved stays in it. */
export function BioForm({ user, onEnd }: UserProps & { onEnd: () => void }): ReactNode {
  const app = useApp()
  const { t, userId, modals } = app
  const forum = useForum()
  const { from, explain } = useFrom('bio', user.bio ?? '')
  const [bio, setBio] = useState(user.bio ?? '')
  const { form, report, isSending, handleSubmit } = useSubmit(
    async () => {
      if (bio !== from.current)
        await saveResource(app, user, { attributes: { bio }, meta: { from: { bio: from.current } } })
      onEnd()
    },
    { explain },
  )
  const cancel = async () => {
    if (isSending) return
    const isSure =
      bio === from.current ||
      (await modals.confirm({
        title: t('bio.forum.profile.cancel_confirm'),
        confirmLabel: t('bio.forum.profile.discard_button'),
        cancelLabel: t('bio.forum.profile.keep_button'),
        isDanger: true,
      }))
    if (isSure) onEnd()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // The key belongs to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      void cancel()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  const maxLength = forum['fof-user-bio.maxLength'] ?? 200
  const length = [...bio].length
  const left = maxLength - length
  const own = user.id === userId ? 'userbioPlaceholder' : 'userbioPlaceholderOtherUser'
  return (
    <form ref={form} className="UserBio UserCard-bio Form" onSubmit={handleSubmit} onKeyDown={handleKeyDown}>
      <FormError report={report} />
      <TextAreaField
        label={t('bio.forum.profile.edit_bio_label')}
        name="bio"
        dir="auto"
        autoFocus
        rows={forum['fof-user-bio.maxLines'] || standardLines}
        // Browsers count the halves of characters such as emoji.
        maxLength={maxLength + bio.length - length}
        placeholder={t(`bio.forum.${own}`)}
        value={bio}
        readOnly={isSending}
        onChange={(event) => setBio(event.currentTarget.value)}
        error={report?.fields.bio ?? ''}
      />
      <div className="UserBio-buttons">
        <Button type="submit" variant="primary" isLoading={isSending}>
          {t('bio.forum.profile.save_button')}
        </Button>
        <Button onClick={() => void cancel()}>{t('bio.forum.profile.cancel_button')}</Button>
        <span className="UserBio-left" role="status">
          {left <= fewLeft && t('bio.forum.profile.left_text', { count: left })}
        </span>
      </div>
    </form>
  )
}
