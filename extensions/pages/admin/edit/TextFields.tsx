import { Field, type FieldErrors, InputField, useApp, useForum, useObservable } from '@parley/client'
import { SourceEditor, type SourceEditorHandle } from '@parley/client/admin'
import { type ReactNode, type RefObject, useId } from 'react'
import { isSlug } from '../../shared.ts'
import { HtmlPreview } from './HtmlPreview.tsx'
import type { PageForm } from './page-form.ts'
import type { PageValues } from './page-values.ts'

interface TextFieldsProps {
  form: PageForm
  errors: FieldErrors
  /** What another administrator has made of values. */
  others: Partial<PageValues> | undefined
  editor: RefObject<SourceEditorHandle | null>
  isSending: boolean
}

/** What a page is called, its address and its text. */
export function TextFields({ form, errors, others, editor, isSending }: TextFieldsProps): ReactNode {
  const { t } = useApp()
  const { values } = useObservable(form)
  const { title, slug, content, isHtml } = values
  const ownProblem = (name: 'title' | 'slug') =>
    // The help says more, but an error takes its place.
    name === 'slug' && errors.slug && !isSlug(slug) ? t('pages.admin.edit_page.slug_text') : errors[name]
  const problemOf = (name: 'title' | 'slug') => {
    const value = others?.[name]
    if (value === undefined) return ownProblem(name) ?? ''
    return t('core.admin.settings.changed_meanwhile_text', { value })
  }
  return (
    <div className="Form">
      <InputField
        name="title"
        label={t('pages.admin.edit_page.title_label')}
        placeholder={t('pages.admin.edit_page.title_placeholder')}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        readOnly={isSending}
        value={title}
        onChange={(event) => form.change({ title: event.currentTarget.value })}
        error={problemOf('title')}
      />
      <InputField
        name="slug"
        label={t('pages.admin.edit_page.slug_label')}
        help={t('pages.admin.edit_page.slug_text')}
        placeholder={t('pages.admin.edit_page.slug_placeholder')}
        maxLength={200}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isSending}
        value={slug}
        onChange={(event) => form.change({ slug: event.currentTarget.value })}
        error={problemOf('slug')}
      />
      <Address slug={slug} />
      <Field label={t('pages.admin.edit_page.content_label')} error={errors.content ?? ''}>
        {(control) => (
          <SourceEditor
            ref={editor}
            label={t('pages.admin.edit_page.content_placeholder')}
            control={control}
            value={content}
            onChange={(value) => form.change({ content: value })}
            isReadOnly={isSending}
            preview={isHtml ? <HtmlPreview source={content} /> : undefined}
          />
        )}
      </Field>
      {others?.content !== undefined && <OtherText text={others.content} />}
    </div>
  )
}

/** Where the page will be. */
function Address({ slug }: { slug: string }): ReactNode {
  const { t } = useApp()
  const { baseUrl } = useForum()
  const end = slug === '' ? t('pages.admin.edit_page.url_placeholder') : slug
  return (
    <Field label={t('pages.admin.edit_page.url_label')}>
      {({ id }) => (
        <output id={id} className="PageEditor-address">
          <bdi dir="ltr">{`${baseUrl}/p/${end}`}</bdi>
        </output>
      )}
    </Field>
  )
}

/** The text that another administrator has stored meanwhile. */
function OtherText({ text }: { text: string }): ReactNode {
  const { t } = useApp()
  const id = useId()
  return (
    <div className="Field">
      <label className="Field-label" htmlFor={id}>
        {t('pages.admin.edit_page.other_text_label')}
      </label>
      <textarea id={id} className="Input" dir="auto" readOnly rows={8} value={text} />
    </div>
  )
}
