import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { EditBase } from '../../../base/composer/draft.ts'
import { useT } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { useComposer } from '../use-composer.ts'
import './EditConflict.css'

/** Says that another has changed the edited post since, and offers to go on with the writer's text or from the current one. */
export function ConflictAlert(): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const goOn = useGoOn()
  const { current, kept } = state.edit ?? {}
  if (current === undefined || state.isSending) return null
  const own = composer.withoutPlaceholders(state.fields.content)
  return (
    <Alert
      tone="warning"
      className="Composer-error"
      controls={
        <>
          <Button onClick={() => goOn(state.fields.content, { from: current, kept })}>
            {t('core.forum.composer_edit.own_text_button')}
          </Button>
          <Button onClick={() => goOn(current, { from: current, kept: own })}>
            {t('core.forum.composer_edit.current_text_button')}
          </Button>
        </>
      }
    >
      {t('core.forum.composer_edit.conflict_message')}
    </Alert>
  )
}

/** The text beside that of an edit: the current one after a conflict, then the writer's own if the edit goes on from the former. */
export function OtherText(): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const goOn = useGoOn()
  const id = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const { from = '', current, kept } = state.edit ?? {}
  useEffect(() => {
    if (current !== undefined) text.current?.focus()
  }, [current])
  const shown = current ?? kept
  if (shown === undefined) return null
  const isOwn = current === undefined
  const goBack = () => {
    const content = composer.withoutPlaceholders(state.fields.content)
    goOn(shown, { from, kept: content === from ? undefined : content })
  }
  return (
    <div className="Composer-other">
      <label htmlFor={id}>
        {isOwn
          ? t('core.forum.composer_edit.own_text_label')
          : t('core.forum.composer_edit.current_text_label')}
      </label>
      {isOwn && !state.isSending && (
        <Button variant="outline" isSmall onClick={goBack}>
          {t('core.forum.composer_edit.restore_button')}
        </Button>
      )}
      <textarea ref={text} id={id} className="Input" dir="auto" readOnly value={shown} />
    </div>
  )
}

/** Returns a function that puts a text into the editor, where the browser can undo it, and notes how the edit goes on. */
function useGoOn(): (text: string, edit: EditBase) => void {
  const { composer } = useComposer()
  return (text, edit) => {
    const { editor } = composer
    const { content } = composer.state.fields
    const isDone = content === text || editor?.replace(0, content.length, text, { start: 0, end: 0 })
    if (!isDone) composer.change({ content: text })
    composer.setEdit(edit)
    editor?.focus()
  }
}
