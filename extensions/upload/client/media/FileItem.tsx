import { canCopy, Dropdown, Icon, MenuItem, useApp, VisuallyHidden } from '@parley/client'
import { type ReactNode, useState } from 'react'
import { smallerName } from '../../shared.ts'
import { copyAddress, deleteFile, toggleHidden } from './change.ts'
import type { MediaFile } from './library.ts'
import { UsesModal } from './UsesModal.tsx'

/** Icons of files that have no preview, by the beginnings of their media types. */
const icons: readonly [string, string][] = [
  ['image/', 'image'],
  ['text/', 'post'],
  ['audio/', 'music'],
  ['video/', 'film'],
]

interface FileItemProps {
  file: MediaFile
  /** Present where files are chosen. */
  choice?: { isChosen: boolean; isAllowed: boolean; toggle: () => void } | undefined
  onChange: (file: MediaFile) => void
  onDeleted: () => void
}

/** A file of a list: its preview, name and size, and a menu of what can be done with it. */
export function FileItem({ file, choice, onChange, onDeleted }: FileItemProps): ReactNode {
  const { t } = useApp()
  const [isBroken, setIsBroken] = useState(false)
  const { baseName, humanSize, hidden, url } = file
  const content = (
    <>
      <Preview file={file} isBroken={isBroken} onBroken={() => setIsBroken(true)} />
      <span className="File-text">
        {choice && (
          <VisuallyHidden>
            {t('upload.lib.file_list.select_file_a11y_label', { fileName: baseName })}
          </VisuallyHidden>
        )}
        <bdi className="File-name" aria-hidden={choice !== undefined || undefined}>
          {baseName}
        </bdi>
        <span className="File-facts">
          <bdi>{humanSize}</bdi>
          {hidden && (
            <>
              <Icon name="eyeoff" isSmall /> {t('upload.forum.media_manager.hidden_text')}
            </>
          )}
          {isBroken && t('upload.forum.media_manager.broken_text')}
        </span>
      </span>
    </>
  )
  const canChoose = choice?.isAllowed === true && !isBroken
  return (
    <li className={hidden ? 'File is-hidden' : 'File'}>
      {choice ? (
        <button
          type="button"
          className="File-main"
          aria-pressed={choice.isChosen}
          aria-disabled={!canChoose || undefined}
          onClick={canChoose ? choice.toggle : undefined}
        >
          {content}
          <span className="File-check">
            <Icon name="check" isSmall />
          </span>
        </button>
      ) : (
        <a className="File-main" href={url} target="_blank" rel="noopener">
          {content}
        </a>
      )}
      <FileMenu file={file} onChange={onChange} onDeleted={onDeleted} />
    </li>
  )
}

interface PreviewProps {
  file: MediaFile
  isBroken: boolean
  onBroken: () => void
}

/** A small picture of a picture; an icon of all others, and of a picture that cannot be shown. */
function Preview({ file, isBroken, onBroken }: PreviewProps): ReactNode {
  const { type, url, isPrivateShared, widths } = file
  // The address of a file without a public one is that of its download, which is counted.
  const isPicture = type.startsWith('image/') && !isPrivateShared
  if (isPicture && !isBroken)
    return (
      <span className="File-preview">
        <img
          src={widths[0] === undefined ? url : smallerName(url, widths[0])}
          alt=""
          loading="lazy"
          decoding="async"
          onError={onBroken}
        />
      </span>
    )
  const icon = icons.find(([start]) => type.startsWith(start))?.[1] ?? 'file'
  return (
    <span className="File-preview">
      <Icon name={isBroken ? 'warn' : icon} />
    </span>
  )
}

function FileMenu({ file, onChange, onDeleted }: Omit<FileItemProps, 'choice'>): ReactNode {
  const app = useApp()
  const { t, modals } = app
  const { baseName: fileName, hidden, shared, canHide, canDelete, url } = file
  const kind = shared ? 'hide_shared_file' : 'hide_file'
  const change = hidden ? 'show' : 'hide'
  return (
    <div className="File-menu">
      <Dropdown
        icon="more"
        variant="quiet"
        isIconOnly
        isSmall
        align="end"
        label={t('upload.forum.media_manager.actions_button', { fileName })}
      >
        <MenuItem icon="expand" href={url}>
          {t('upload.forum.media_manager.open_link')}
        </MenuItem>
        {canCopy() && (
          <MenuItem icon="link" onSelect={() => void copyAddress(app, file)}>
            {t('upload.forum.media_manager.copy_address_button')}
          </MenuItem>
        )}
        <MenuItem icon="search" onSelect={() => void modals.show(UsesModal, { file })}>
          {t('upload.forum.media_manager.uses_button')}
        </MenuItem>
        {canHide && (
          <MenuItem
            icon={hidden ? 'eye' : 'eyeoff'}
            onSelect={() =>
              void toggleHidden(app, file).then((changed) => changed !== file && onChange(changed))
            }
          >
            {t(`upload.lib.file_list.${kind}.btn_a11y_label_${change}`, { fileName })}
          </MenuItem>
        )}
        {canDelete && (
          <MenuItem
            icon="trash"
            isDanger
            onSelect={() => void deleteFile(app, file).then((isGone) => isGone && onDeleted())}
          >
            {t('upload.lib.file_list.delete_file_a11y_label', { fileName })}
          </MenuItem>
        )}
      </Dropdown>
    </div>
  )
}
