import { Checkbox, type FieldErrors, InputField, NamedIcon, useApp, useObservable } from '@parley/client'
import { type ReactNode, useState } from 'react'
import type { PageForm } from './page-form.ts'

/** Where the forum links to a page. */
export function PlaceFields({ form, errors }: { form: PageForm; errors: FieldErrors }): ReactNode {
  const { t } = useApp()
  const { values } = useObservable(form)
  const [icon, setIcon] = useState(values.navigationIcon)
  return (
    <div className="Form">
      <Checkbox
        name="isInNavigation"
        checked={values.isInNavigation}
        onChange={(event) => form.change({ isInNavigation: event.currentTarget.checked })}
      >
        {t('pages.admin.edit_page.navigation_label')}
        <small>{t('pages.admin.edit_page.navigation_text')}</small>
      </Checkbox>
      {values.isInNavigation && (
        <div className="PageEditor-pair">
          <InputField
            name="navigationIcon"
            label={
              <>
                {t('pages.admin.edit_page.icon_label')} <NamedIcon name={icon} isSmall />
              </>
            }
            help={t('pages.admin.edit_page.icon_text')}
            maxLength={100}
            dir="ltr"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={values.navigationIcon}
            onChange={(event) => form.change({ navigationIcon: event.currentTarget.value })}
            // Half of a name names no icon.
            onBlur={(event) => setIcon(event.currentTarget.value)}
            error={errors.navigationIcon ?? ''}
          />
          <InputField
            name="navigationPosition"
            type="number"
            step={1}
            label={t('pages.admin.edit_page.position_label')}
            help={t('pages.admin.edit_page.position_text')}
            value={values.navigationPosition}
            onChange={(event) => form.change({ navigationPosition: event.currentTarget.value })}
            error={errors.navigationPosition ? t('pages.admin.edit_page.position_message') : ''}
          />
        </div>
      )}
      <Checkbox
        name="isInFooter"
        checked={values.isInFooter}
        onChange={(event) => form.change({ isInFooter: event.currentTarget.checked })}
      >
        {t('pages.admin.edit_page.footer_label')}
      </Checkbox>
    </div>
  )
}
