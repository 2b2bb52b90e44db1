import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { EditorFrame } from './EditorFrame.tsx'
import { SourceComposer } from './source-composer.ts'

/** What a form asks of its editor. */
export interface SourceEditorHandle {
  /**
   * Waits for the uploads of the text.
   * @returns the text; undefined if one has failed, which an alert says.
   */
  finish(): Promise<string | undefined>
}

export interface SourceEditorProps {
  ref: RefObject<SourceEditorHandle | null>
  /** Accessible name and placeholder of the text field. */
  label: string
  /** Links the text field to its label and its messages: what a `Field` gives its control. */
  control: { id: string; 'aria-invalid'?: true | undefined; 'aria-describedby'?: string | undefined }
  value: string
  onChange: (value: string) => void
  isReadOnly: boolean
  /** Of a text that is not in the forum's markup: it has neither tools nor suggestions. */
  preview?: ReactNode
}

interface Loaded {
  View: ComponentType<SourceEditorProps & { writing: App; composer: SourceComposer }>
  writing: App
}

/**
 * An editor for a text of the administration area. A text in the forum's markup has the toolbar, the suggestions, the uploads and
 * the preview of the composer: their code loads when the editor is shown, and where that fails the text can be edited all the same.
 */
export function SourceEditor(props: SourceEditorProps): ReactNode {
  const app = useApp()
  const { t } = app
  const { value, onChange, preview } = props
  const isMarkup = preview === undefined
  const [composer] = useState(() => new SourceComposer(value))
  const [loaded, setLoaded] = useState<Loaded>()
  const [hasFailed, setHasFailed] = useState(false)
  const isLoading = isMarkup && loaded === undefined && !hasFailed
  useEffect(() => {
    composer.onChange = onChange
  }, [composer, onChange])
  useEffect(() => {
    if (!isLoading) return
    let isShown = true
    loadView(app, composer).then(
      (view) => isShown && setLoaded(view),
      () => isShown && setHasFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [app, composer, isLoading])
  if (isMarkup && loaded !== undefined)
    return <loaded.View {...props} writing={loaded.writing} composer={composer} />
  return (
    <>
      {isMarkup && hasFailed && (
        <Alert
          tone="warning"
          controls={<Button onClick={() => setHasFailed(false)}>{t('core.lib.alert.retry_button')}</Button>}
        >
          {t('core.admin.source_editor.failed_message')}
        </Alert>
      )}
      <PlainEditor {...props} isReadOnly={props.isReadOnly || isLoading} />
    </>
  )
}

async function loadView(app: App, composer: SourceComposer): Promise<Loaded> {
  const [{ openWritingApp }, { SourceView }] = await app.connection.load(() =>
    Promise.all([import('./writing-app.ts'), import('./SourceView.tsx')]),
  )
  return { View: SourceView, writing: await openWritingApp(app, composer) }
}

/** The text field without tools. */
function PlainEditor(props: SourceEditorProps): ReactNode {
  const { ref, label, control, value, onChange, isReadOnly, preview } = props
  useImperativeHandle(ref, () => ({ finish: async () => value }), [value])
  return (
    <EditorFrame hasPreview={preview !== undefined}>
      <div className="Composer-main">
        <textarea
          {...control}
          className="Composer-text"
          name="content"
          aria-label={label}
          placeholder={label}
          dir="auto"
          readOnly={isReadOnly}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {preview}
      </div>
    </EditorFrame>
  )
}
