import { Checkbox, useApp, useObservable } from '@parley/client'
import type { ReactNode } from 'react'
import type { PageForm } from './page-form.ts'

const flags = ['isHidden', 'isRestricted', 'isHtml'] as const

const keys = { isHidden: 'hidden', isRestricted: 'restricted', isHtml: 'html' } as const

/** Who may see a page, and what its text is. */
export function VisibilityFields({ form }: { form: PageForm }): ReactNode {
  const { t } = useApp()
  const { values } = useObservable(form)
  return (
    <div className="Form">
      {flags.map((name) => (
        <Checkbox
          key={name}
          name={name}
          checked={values[name]}
          onChange={(event) => form.change({ [name]: event.currentTarget.checked })}
        >
          {t(`pages.admin.edit_page.${keys[name]}_label`)}
          <small>{t(`pages.admin.edit_page.${keys[name]}_text`)}</small>
        </Checkbox>
      ))}
    </div>
  )
}
