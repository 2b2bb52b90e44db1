import { Button, FormError, Modal, type ModalProps, useSubmit, useT } from '@parley/client'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { TagLimits, TagSelectionOptions } from '../../contract/client.tsx'
import { ChosenTags } from './ChosenTags.tsx'
import { TagSearch } from './TagSearch.tsx'
import { useTagList } from './tag-list.ts'
import { useChoice } from './use-choice.ts'

export interface TagSelectionProps extends Omit<TagSelectionOptions, 'limits' | 'chosen'> {
  limits: TagLimits
  chosen: readonly string[]
}

/** Chooses tags. Closes with the ids of the chosen ones. */
export function TagSelectionModal(props: TagSelectionProps & ModalProps): ReactNode {
  const { title, submitLabel, canBypass, save, explain, close } = props
  const t = useT()
  const list = useTagList()
  const choice = useChoice(list, { ...props, given: props.chosen })
  const formId = useId()
  const { form, report, isSending, handleSubmit } = useSubmit(
    async () => {
      const ids = choice.chosen.map(({ id }) => id)
      try {
        await save?.(ids)
      } catch (error) {
        void list.refresh()
        throw error
      }
      close(ids)
    },
    {
      explain: (error) => {
        const text = explain?.(error)
        return text === undefined ? undefined : { lines: [], fields: { tags: text } }
      },
    },
  )
  const search = useSearchFocus()
  return (
    <Modal
      title={title ?? t('tags.lib.tag_selection_modal.title')}
      close={close}
      footer={
        <>
          {canBypass && (
            <label className="Check TagChoice-bypass">
              <input
                className="Switch"
                type="checkbox"
                role="switch"
                checked={choice.isBypassing}
                aria-checked={choice.isBypassing}
                onChange={(event) => choice.setBypassing(event.target.checked)}
              />
              {t('tags.lib.tag_selection_modal.bypass_requirements')}
            </label>
          )}
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isDisabled={!choice.canSubmit}
            isLoading={isSending}
            aria-describedby={`${formId}-hint`}
          >
            {submitLabel ?? t('tags.lib.tag_selection_modal.submit_button')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        className="Form TagChoice"
        onSubmit={(event) => (choice.canSubmit ? handleSubmit(event) : event.preventDefault())}
      >
        <FormError report={report} />
        <ChosenTags choice={choice} onRemove={search.focus} />
        <TagSearch
          ref={search.ref}
          choice={choice}
          list={list}
          hintId={`${formId}-hint`}
          error={report?.fields.tags}
          onPointer={search.focus}
        />
      </form>
    </Modal>
  )
}

/** The focus of the search field. On touch screens it would open a keyboard over the list: there the dialog has it. */
function useSearchFocus() {
  const ref = useRef<HTMLInputElement>(null)
  const focus = () => {
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    const target = isTouch ? ref.current?.closest('dialog') : ref.current
    target?.focus({ preventScroll: true })
  }
  // The modal has given it to its first field.
  useEffect(focus, [])
  return { ref, focus }
}
