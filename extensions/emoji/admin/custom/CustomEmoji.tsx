import { alertOnError, Button, useApp, useObservable } from '@parley/client'
import { AdminPageSection } from '@parley/client/admin'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { pictureAddress, pictureWords } from '../../shared/custom.ts'
import { EmojiFile } from './EmojiFile.tsx'
import { EmojiList, type ListedEmoji } from './emoji-list.ts'

/** The custom emoji below the settings: a list, and files of them. */
export function CustomEmoji(): ReactNode {
  const app = useApp()
  const { modals, t } = app
  const [list] = useState(() => new EmojiList(app))
  const { emoji, hasMore, phase } = useObservable(list)
  const end = useRef<HTMLUListElement>(null)
  useEffect(() => {
    void alertOnError(app, () => list.reload())
  }, [app, list])
  const addButton = useRef<HTMLButtonElement>(null)
  const edit = async (each?: ListedEmoji) => {
    const result = await modals.load(async () => (await import('./EmojiModal.tsx')).EmojiModal, {
      list,
      ...(each && { emoji: each }),
    })
    // The button that opened it is gone with its emoji. The dialog closes with the next frame.
    if (result === 'deleted')
      requestAnimationFrame(() => requestAnimationFrame(() => addButton.current?.focus()))
  }
  const loadMore = async () => {
    const count = emoji.length
    await alertOnError(app, () => list.loadMore())
    // The first new one: the button may be gone.
    end.current?.children[count]?.querySelector('button')?.focus()
  }
  return (
    <AdminPageSection
      heading={t('emoji.admin.custom_emojis_section.heading_title')}
      text={t('emoji.admin.custom_emojis_section.heading_text')}
    >
      <div className="CustomEmoji-actions">
        <Button ref={addButton} variant="outline" onClick={() => void edit()}>
          {t('emoji.admin.custom_emojis_section.add_button')}
        </Button>
        <EmojiFile list={list} isEmpty={emoji.length === 0} />
      </div>
      {emoji.length === 0 && phase === 'idle' && (
        <p className="Muted">{t('emoji.admin.custom_emojis_section.emoji_list.empty_text')}</p>
      )}
      {emoji.length > 0 && (
        <ul
          ref={end}
          className="CustomEmoji-list"
          aria-label={t('emoji.admin.custom_emojis_section.emoji_list.list_label')}
          aria-busy={phase === 'loading'}
        >
          {emoji.map((each) => (
            <li key={each.id} className="CustomEmoji-item">
              <Item emoji={each} onEdit={() => void edit(each)} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <div>
          <Button variant="outline" isLoading={phase === 'loading'} onClick={() => void loadMore()}>
            {t('emoji.admin.custom_emojis_section.emoji_list.load_more_button')}
          </Button>
        </div>
      )}
    </AdminPageSection>
  )
}

function Item({ emoji, onEdit }: { emoji: ListedEmoji; onEdit(): void }): ReactNode {
  const { forum, t } = useApp()
  const { title, text_to_replace: text, path } = emoji
  return (
    <>
      <img className="CustomEmoji-picture" src={pictureAddress(path, forum.baseUrl)} alt="" loading="lazy" />
      <span className="CustomEmoji-texts">
        {title && <bdi>{title}</bdi>}
        <code dir="ltr">{text}</code>
      </span>
      <Button variant="quiet" icon="edit" isIconOnly onClick={onEdit}>
        {t('emoji.admin.custom_emojis_section.emoji_list.edit_button', { emoji: pictureWords(emoji) })}
      </Button>
    </>
  )
}
