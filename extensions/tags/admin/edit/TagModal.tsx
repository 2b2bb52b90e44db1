import { ApiError, FormButtons, FormError, Modal, type ModalProps, useApp, useSubmit } from '@parley/client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { TagRecord } from '../../client/tag-record.ts'
import type { TagsModel } from '../order/tags-model.ts'
import { confirmOpening } from './confirm-opening.ts'
import { DeleteTag } from './DeleteTag.tsx'
import { attributesIn, changeTag, createTag } from './save-tag.ts'
import { LookFields, PlaceField, RightsFields } from './TagFields.tsx'

interface TagModalProps extends ModalProps {
  model: TagsModel
  /** Absent for a new tag. */
  tag?: TagRecord
  /** For a new tag: what it is at first. */
  isPrimary?: boolean
}

/** Creates, changes or deletes a tag. */
export function TagModal({ model, tag: given, isPrimary = false, close }: TagModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  // What only a change takes is sent after the creation: if that is refused, the form goes on with the new tag.
  const [tag, setTag] = useState(given)
  const { form, report, isSending, handleSubmit } = useSubmit(
    async (data) => {
      const attributes = attributesIn(data)
      if (tag?.isRestricted && !attributes.isRestricted && !(await confirmOpening(app, tag.name))) {
        throw new NotConfirmed()
      }
      try {
        const stored = tag ?? (await createTag(app, attributes, String(data.get('parent'))))
        setTag(stored)
        await changeTag(app, stored, attributes)
      } catch (error) {
        // Another administrator deleted the tag or its parent.
        if (error instanceof ApiError && error.status === 404) await model.reload()
        throw error
      }
      await model.reload()
      app.alerts.show(t('core.admin.settings.saved_message'), { tone: 'success', timeout: 5000 })
      close()
    },
    { explain: (error) => (error instanceof NotConfirmed ? { lines: [], fields: {} } : undefined) },
  )
  const dismiss = useDismissal(form, close)
  const errors = report?.fields ?? {}
  return (
    <Modal
      title={given ? t('tags.admin.edit_tag.title') : t('tags.admin.edit_tag.create_title')}
      close={close}
      closesOnBackdrop={false}
      confirmClose={dismiss.confirm}
      footer={
        <>
          {tag && <DeleteTag model={model} tag={tag} close={close} />}
          <FormButtons
            formId={formId}
            submitLabel={t('tags.admin.edit_tag.submit_button')}
            isSending={isSending}
            close={() => void dismiss.close()}
          />
        </>
      }
    >
      <form id={formId} ref={form} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <LookFields tag={given} errors={errors} />
        {!tag && <PlaceField model={model} isPrimary={isPrimary} error={errors.parent} />}
        <RightsFields tag={given} errors={errors} />
      </form>
    </Modal>
  )
}

/** The administrator went back to the form. */
class NotConfirmed extends Error {}

/** Asks before unsaved changes of a form are lost. */
function useDismissal(form: { current: HTMLFormElement | null }, close: ModalProps['close']) {
  const { modals, t } = useApp()
  const initial = useRef('')
  useEffect(() => {
    initial.current = written(form.current)
  }, [form])
  const confirm = async () =>
    written(form.current) === initial.current ||
    (await modals.confirm({
      title: t('tags.admin.edit_tag.discard_confirmation'),
      confirmLabel: t('core.admin.settings.discard_button'),
      isDanger: true,
    }))
  return {
    confirm,
    close: async () => {
      if (await confirm()) close()
    },
  }
}

function written(form: HTMLFormElement | null): string {
  return form === null ? '' : JSON.stringify([...new FormData(form)])
}
