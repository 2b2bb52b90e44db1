import { Rich, useApp, useForum } from '@parley/client'
import type { SettingFieldProps } from '@parley/client/admin'
import type { ReactNode } from 'react'

/** The name of the app, and below it the description, which is that of the forum. */
export function LongNameField({ value, onChange, control }: SettingFieldProps): ReactNode {
  const { t, href } = useApp()
  const { description } = useForum()
  const basics = href('/admin/basics?setting=forum_description')
  return (
    <>
      <input
        {...control}
        className="Input"
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <dl className="AppDescription">
        <dt>{t('pwa.admin.pwa.about.description_label')}</dt>
        <dd dir="auto">{description || t('pwa.admin.pwa.about.no_description')}</dd>
        <dd className="Muted">
          <Rich
            id="pwa.admin.pwa.about.description_text"
            params={{ link: (text) => <a href={basics}>{text}</a> }}
          />
        </dd>
      </dl>
    </>
  )
}
