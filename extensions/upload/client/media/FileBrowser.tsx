import {
  Button,
  Checkbox,
  EmptyState,
  Loading,
  useApp,
  useForum,
  useSessionUser,
  VisuallyHidden,
} from '@parley/client'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type FileKind, fileKinds } from '../../shared.ts'
import { FileItem } from './FileItem.tsx'
import {
  type FileFilters,
  isOfType,
  type Library,
  type MediaFile,
  noFilters,
  type TypeLimit,
} from './library.ts'
import { UploadRows } from './UploadRows.tsx'
import { useDropArea } from './use-drop-area.ts'
import { type FileList, useFiles } from './use-files.ts'
import { useUploads } from './use-uploads.ts'
import './media.css'

/** What is chosen. */
export interface Choice {
  chosen: readonly MediaFile[]
  isMultiple: boolean
  limit?: TypeLimit | undefined
  onChange: (chosen: readonly MediaFile[]) => void
}

interface FileBrowserProps {
  library: Library
  /** Present where files are chosen; elsewhere they are links. */
  choice?: Choice
  /** Called when files were stored, hidden, shown or deleted here. */
  onChange?: () => void
  /** Called when files begin to be stored, and when none is any more. */
  onSending?: (isSending: boolean) => void
}

/** How the last list was shown. */
let lastLook: 'grid' | 'list' = 'grid'

/** The files of a library: searched, filtered, uploaded, and changed as far as the viewer may. */
export function FileBrowser({ library, choice, onChange, onSending }: FileBrowserProps): ReactNode {
  const app = useApp()
  const forum = useForum()
  const [filters, setFilters] = useState(noFilters)
  const [look, setLook] = useState(lastLook)
  const list = useFiles(library, filters)
  const isOwn = library.kind === 'own' && library.userId === app.userId
  const canUpload = isOwn && forum['fof-upload.canUpload'] === true
  const uploads = useUploads({}, (files) => {
    list.add(files)
    onChange?.()
    const allowed = files.filter((file) => isOfType(file, choice?.limit))
    if (choice && allowed.length > 0)
      choice.onChange(choice.isMultiple ? [...choice.chosen, ...allowed] : allowed.slice(0, 1))
  })
  const isSending = uploads.sent.some(({ error }) => error === undefined)
  const tell = useEffectEvent((is: boolean) => onSending?.(is))
  useEffect(() => tell(isSending), [isSending])
  const drop = useDropArea(canUpload ? uploads.add : undefined)
  const toggle = (file: MediaFile) => {
    if (!choice) return
    const others = choice.chosen.filter(({ id }) => id !== file.id)
    const isChosen = others.length < choice.chosen.length
    choice.onChange(isChosen ? others : choice.isMultiple ? [...others, file] : [file])
  }
  const handleChange = (file: MediaFile) => {
    list.change(file)
    onChange?.()
  }
  const handleDeleted = (file: MediaFile) => {
    list.remove(file)
    choice?.onChange(choice.chosen.filter(({ id }) => id !== file.id))
    onChange?.()
  }
  return (
    <div className="Files" {...drop.handlers}>
      <Toolbar
        library={library}
        filters={filters}
        onFilter={setFilters}
        look={look}
        onLook={(next) => {
          lastLook = next
          setLook(next)
        }}
        onFiles={canUpload ? uploads.add : undefined}
      />
      {canUpload && <UploadRows uploads={uploads} />}
      <ul
        className={`Files-list Files-list--${look}`}
        aria-busy={list.isLoading || undefined}
        aria-label={app.t('upload.forum.media_manager.files_label')}
      >
        {list.files.map((file) => (
          <FileItem
            key={file.id}
            file={file}
            choice={
              choice && {
                isChosen: choice.chosen.some(({ id }) => id === file.id),
                isAllowed: isOfType(file, choice.limit),
                toggle: () => toggle(file),
              }
            }
            onChange={handleChange}
            onDeleted={() => handleDeleted(file)}
          />
        ))}
      </ul>
      <End list={list} filters={filters} canUpload={canUpload} />
      {drop.isOver && (
        <p className="Files-drop" aria-hidden="true">
          {app.t('upload.lib.file_list.release_to_upload')}
        </p>
      )}
    </div>
  )
}

interface ToolbarProps {
  library: Library
  filters: FileFilters
  onFilter: (filters: FileFilters) => void
  look: 'grid' | 'list'
  onLook: (look: 'grid' | 'list') => void
  onFiles: ((files: readonly File[]) => void) | undefined
}

function Toolbar({ library, filters, onFilter, look, onLook, onFiles }: ToolbarProps): ReactNode {
  const { t, userId } = useApp()
  const session = useSessionUser()
  const searchId = useId()
  const seesHidden =
    library.kind === 'own'
      ? library.userId === userId || session?.['fof-upload-deleteOthersMediaLibrary'] === true
      : session?.['fof-upload-uploadSharedFiles'] === true
  return (
    <div className="Files-bar">
      <label className="VisuallyHidden" htmlFor={searchId}>
        {t('upload.forum.media_manager.search_label')}
      </label>
      <input
        id={searchId}
        className="Input"
        type="search"
        placeholder={t('upload.forum.media_manager.search_label')}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={filters.q}
        onChange={(event) => onFilter({ ...filters, q: event.target.value })}
      />
      <select
        className="Input"
        aria-label={t('upload.forum.media_manager.kind_label')}
        value={filters.kind}
        onChange={(event) => onFilter({ ...filters, kind: event.target.value as FileKind | '' })}
      >
        <option value="">{t('upload.forum.media_manager.kinds.all')}</option>
        {fileKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`upload.forum.media_manager.kinds.${kind}`)}
          </option>
        ))}
      </select>
      {seesHidden && (
        <Checkbox
          checked={filters.hidden}
          onChange={(event) => onFilter({ ...filters, hidden: event.target.checked })}
        >
          {t('upload.forum.media_manager.hidden_label')}
        </Checkbox>
      )}
      <span className="Files-look">
        {(['grid', 'list'] as const).map((name) => (
          <Button
            key={name}
            icon={name}
            variant="quiet"
            isIconOnly
            isSmall
            aria-pressed={look === name}
            onClick={() => onLook(name)}
          >
            {t(`upload.forum.media_manager.${name}_button`)}
          </Button>
        ))}
      </span>
      {onFiles && <ChooseFiles onFiles={onFiles} />}
    </div>
  )
}

/** A button that opens the browser's file picker. */
function ChooseFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }): ReactNode {
  const { t } = useApp()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="attach" variant="outline" onClick={() => input.current?.click()}>
        {t('upload.forum.buttons.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('upload.forum.buttons.upload')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}

/** What stands below the files: nothing, why there are none, or what loads more. */
function End({
  list,
  filters,
  canUpload,
}: {
  list: FileList
  filters: FileFilters
  canUpload: boolean
}): ReactNode {
  const { t } = useApp()
  const { files, isLoading, isCurrent, retry, loadMore } = list
  if (retry)
    return (
      <EmptyState icon="warn" title={t('upload.forum.media_manager.failed_text')}>
        <Button variant="outline" onClick={retry}>
          {t('core.forum.page_error.retry_button')}
        </Button>
      </EmptyState>
    )
  if (isLoading && (files.length === 0 || !isCurrent))
    return (
      <Loading>
        <p className="Muted">{t('upload.lib.file_list.loading')}</p>
      </Loading>
    )
  if (loadMore || (isLoading && files.length > 0))
    return (
      <Button variant="outline" isLoading={isLoading} onClick={loadMore}>
        {t('upload.lib.file_list.load_more_files_btn')}
      </Button>
    )
  if (files.length > 0)
    return (
      <VisuallyHidden>
        <span role="status">{t('upload.forum.media_manager.count_text', { count: files.length })}</span>
      </VisuallyHidden>
    )
  const isNarrowed = filters.q.trim() !== '' || filters.kind !== '' || filters.hidden
  if (isNarrowed) return <EmptyState icon="search" title={t('upload.forum.media_manager.no_match_text')} />
  return (
    <EmptyState icon="media" title={t('upload.lib.file_list.empty')}>
      {canUpload && (
        <>
          <p className="Muted Files-fine">{t('upload.lib.file_list.modal_empty_desktop')}</p>
          <p className="Muted Files-coarse">{t('upload.lib.file_list.modal_empty_phone')}</p>
        </>
      )}
    </EmptyState>
  )
}
