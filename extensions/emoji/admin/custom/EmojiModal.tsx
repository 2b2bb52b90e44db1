import {
  alertOnError,
  Button,
  type FieldErrors,
  FormButtons,
  FormError,
  InputField,
  Modal,
  type ModalProps,
  useApp,
  useSubmit,
} from '@parley/client'
import { FileButton } from '@parley/client/admin'
import { type ReactNode, useId, useState } from 'react'
import { longestText, pictureAddress } from '../../shared/custom.ts'
import type { EmojiList, ListedEmoji } from './emoji-list.ts'

interface EmojiModalProps extends ModalProps {
  list: EmojiList
  /** Absent for a new one. */
  emoji?: ListedEmoji
}

/** Creates, changes or deletes a custom emoji; closes with `deleted` when it is gone. */
export function EmojiModal({ list, emoji, close }: EmojiModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const [file, setFile] = useState<File>()
  const [path, setPath] = useState(emoji?.path ?? '')
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    // If the rest is refused, the picture stays stored for the next attempt.
    const stored = file ? await list.upload(file) : path.trim()
    setFile(undefined)
    setPath(stored)
    const attributes = { title: text('title'), textToReplace: text('text_to_replace'), path: stored }
    await list.save(attributes, emoji?.id)
    app.alerts.show(t('emoji.admin.custom_emojis_section.edit_emoji.saved_message'), {
      tone: 'success',
      timeout: 5000,
    })
    close()
  })
  const errors = report?.fields ?? {}
  return (
    <Modal
      title={t(`emoji.admin.custom_emojis_section.edit_emoji.${emoji ? 'modal' : 'create'}_title`)}
      close={close}
      closesOnBackdrop={false}
      footer={
        <>
          {emoji && <DeleteEmoji list={list} emoji={emoji} close={close} />}
          <FormButtons
            formId={formId}
            submitLabel={t('emoji.admin.custom_emojis_section.edit_emoji.submit_button')}
            isSending={isSending}
            close={close}
          />
        </>
      }
    >
      <form id={formId} ref={form} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <TextFields emoji={emoji} errors={errors} />
        <InputField
          name="path"
          label={t('emoji.admin.custom_emojis_section.edit_emoji.path_or_url_label')}
          help={t('emoji.admin.custom_emojis_section.edit_emoji.path_or_url_text')}
          maxLength={longestText}
          required
          dir="ltr"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={file?.name ?? path}
          onChange={(event) => {
            setFile(undefined)
            setPath(event.currentTarget.value)
          }}
          error={errors.path ?? errors.picture ?? ''}
        />
        <ChosenPicture file={file} path={path} onFile={setFile} />
      </form>
    </Modal>
  )
}

interface TextFieldsProps {
  emoji: ListedEmoji | undefined
  errors: FieldErrors
}

/** What an emoji is called, and what writers type. */
function TextFields({ emoji, errors }: TextFieldsProps): ReactNode {
  const { t } = useApp()
  return (
    <>
      <InputField
        name="title"
        label={t('emoji.admin.custom_emojis_section.edit_emoji.emoji_title_label')}
        help={t('emoji.admin.custom_emojis_section.edit_emoji.emoji_title_text')}
        maxLength={longestText}
        defaultValue={emoji?.title ?? ''}
        error={errors.title ?? ''}
      />
      <InputField
        name="text_to_replace"
        label={t('emoji.admin.custom_emojis_section.edit_emoji.text_to_replace_label')}
        help={t('emoji.admin.custom_emojis_section.edit_emoji.text_to_replace_text')}
        maxLength={longestText}
        required
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={emoji?.text_to_replace ?? ''}
        error={errors.text_to_replace ?? ''}
      />
    </>
  )
}

interface ChosenProps {
  file: File | undefined
  path: string
  onFile(file: File): void
}

/** Shows the picture, and takes a file in place of an address. */
function ChosenPicture({ file, path, onFile }: ChosenProps): ReactNode {
  const app = useApp()
  const { forum, t } = app
  const [read, setRead] = useState<{ file: File; src: string }>()
  const choose = async (chosen: File) => {
    onFile(chosen)
    setRead({ file: chosen, src: await dataAddress(chosen) })
  }
  const address = path.trim() === '' ? undefined : pictureAddress(path.trim(), forum.baseUrl)
  const src = file ? (read?.file === file ? read.src : undefined) : address
  return (
    <div className="CustomEmoji-chosen">
      {/* Another address is another picture: one that could not be loaded is forgotten with its element. */}
      {src !== undefined && (
        <img
          key={src}
          className="CustomEmoji-picture"
          src={src}
          alt=""
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
        />
      )}
      <FileButton
        icon="image"
        accept="image/*"
        label={t('emoji.admin.custom_emojis_section.choose_picture_button')}
        onFile={(chosen) => void alertOnError(app, () => choose(chosen))}
      >
        {t('emoji.admin.custom_emojis_section.choose_picture_button')}
      </FileButton>
    </div>
  )
}

/** A file as an address, for its picture: the policy of pages allows no others before it is stored. */
function dataAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
}

interface DeleteProps extends ModalProps {
  list: EmojiList
  emoji: ListedEmoji
}

function DeleteEmoji({ list, emoji, close }: DeleteProps): ReactNode {
  const app = useApp()
  const { modals, t } = app
  const [isLoading, setIsLoading] = useState(false)
  const remove = async () => {
    const isConfirmed = await modals.confirm({
      title: t('emoji.admin.custom_emojis_section.edit_emoji.delete_emoji_confirmation', {
        emoji: emoji.text_to_replace,
      }),
      text: t('emoji.admin.custom_emojis_section.edit_emoji.delete_emoji_text'),
      confirmLabel: t('emoji.admin.custom_emojis_section.edit_emoji.delete_emoji_button'),
      isDanger: true,
    })
    if (!isConfirmed) return
    await list.remove(emoji.id)
    close('deleted')
  }
  const handleClick = async () => {
    setIsLoading(true)
    await alertOnError(app, remove)
    setIsLoading(false)
  }
  return (
    <Button
      variant="quiet"
      isDanger
      isLoading={isLoading}
      className="CustomEmoji-delete"
      onClick={() => void handleClick()}
    >
      {t('emoji.admin.custom_emojis_section.edit_emoji.delete_emoji_button')}
    </Button>
  )
}
