import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { EditorToolbar } from '../../features/composer/editor/EditorToolbar.tsx'
import { SourceField } from '../../features/composer/editor/SourceField.tsx'
import { UploadList } from '../../features/composer/uploads/UploadList.tsx'
import { useFileDrop } from '../../features/composer/uploads/use-file-drop.ts'
import { useUploadsUnload } from '../../features/composer/uploads/use-uploads-unload.ts'
import { waitForUploads } from '../../features/composer/uploads/wait-for-uploads.ts'
import type { App } from '../../points/app.ts'
import { AppContext, useT } from '../../points/app-context.ts'
import { ModalHost } from '../../ui/modals/ModalHost.tsx'
import { EditorFrame } from './EditorFrame.tsx'
import type { SourceEditorHandle, SourceEditorProps } from './SourceEditor.tsx'
import { type SourceComposer, sourceTarget } from './source-composer.ts'

interface SourceViewProps extends SourceEditorProps {
  writing: App
  composer: SourceComposer
}

/** The editor of a text in the forum's markup. */
export function SourceView({ writing, composer, ...props }: SourceViewProps): ReactNode {
  const { value, isReadOnly } = props
  useEffect(() => composer.open(), [composer])
  useEffect(() => composer.show(value), [composer, value])
  useEffect(() => composer.setSending(isReadOnly), [composer, isReadOnly])
  useFinish(props.ref, writing, composer)
  useModals(writing)
  return (
    <AppContext value={writing}>
      <Editor {...props} />
    </AppContext>
  )
}

function Editor({ label, control }: SourceEditorProps): ReactNode {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const isDropping = useFileDrop(frame)
  useUploadsUnload()
  return (
    <EditorFrame ref={frame} hasPreview tools={<EditorToolbar target={sourceTarget} />}>
      <SourceField
        target={sourceTarget}
        name={label}
        isInvalid={control['aria-invalid'] === true}
        id={control.id}
        describedBy={control['aria-describedby']}
      />
      <UploadList />
      {isDropping && <p className="SourceEditor-drop">{t('core.forum.composer.upload_drop_text')}</p>}
    </EditorFrame>
  )
}

function useFinish(ref: RefObject<SourceEditorHandle | null>, app: App, composer: SourceComposer): void {
  useImperativeHandle(
    ref,
    () => ({
      async finish() {
        const context = { app, target: sourceTarget, fields: composer.state.fields }
        const { signal } = new AbortController()
        const result = await waitForUploads({
          ...context,
          signal,
          change: (fields) => composer.change(fields),
        })
        return result === 'cancel' ? undefined : composer.state.fields.content
      },
    }),
    [app, composer],
  )
}

/** Renders the modals of the editor beside the page: their events are none of the form's. */
function useModals(app: App): void {
  useEffect(() => {
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    root.render(
      <AppContext value={app}>
        <ModalHost />
      </AppContext>,
    )
    // React refuses to remove a root while it renders another.
    return () =>
      queueMicrotask(() => {
        root.unmount()
        container.remove()
      })
  }, [app])
}
