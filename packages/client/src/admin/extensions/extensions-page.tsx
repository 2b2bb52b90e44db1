import { type ReactNode, useId, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { EmptyState } from '../../ui/feedback/Feedback.tsx'
import { InputField } from '../../ui/forms/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { AdminPage } from '../frame/AdminPage.tsx'
import { categoryKey } from './categories.ts'
import { type Extension, type ExtensionList, extensionPath } from './documents.ts'
import { ExtensionIcon } from './ExtensionIcon.tsx'
import { ExtensionSwitch } from './ExtensionSwitch.tsx'
import { SafeModeNotice, SafeModeStart } from './SafeModeNotice.tsx'
import { StateBadge } from './StateBadge.tsx'

function ExtensionsPage({ documents }: PageProps): ReactNode {
  const { t } = useApp()
  const [{ data, meta }] = documents as [ExtensionList]
  const [filter, setFilter] = useState('')
  const words = filter.trim().toLocaleLowerCase()
  const shown = data.filter(({ id, attributes: { title, description } }) =>
    [id, title, description].some((text) => text.toLocaleLowerCase().includes(words)),
  )
  const byCategory = Map.groupBy(shown, ({ attributes }) => categoryKey(attributes.category))
  return (
    <AdminPage title={t('core.admin.nav.extensions_button')} text={t('core.admin.extension.list_text')}>
      <SafeModeNotice meta={meta} />
      {data.length === 0 ? (
        <EmptyState icon="puzzle" title={t('core.admin.extension.empty_title')}>
          <p>{t('core.admin.extension.empty_text')}</p>
        </EmptyState>
      ) : (
        <>
          <InputField
            type="search"
            label={t('core.admin.extension.filter_label')}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
          <p className="VisuallyHidden" role="status">
            {words !== '' && t('core.admin.extension.found_text', { count: shown.length })}
          </p>
          {shown.length === 0 && (
            <EmptyState icon="search" title={t('core.admin.extension.no_match_title')} />
          )}
          {[...byCategory].map(([key, extensions]) => (
            <Category key={key} label={t(key)} extensions={extensions} />
          ))}
        </>
      )}
      <SafeModeStart meta={meta} />
    </AdminPage>
  )
}

function Category({ label, extensions }: { label: string; extensions: readonly Extension[] }): ReactNode {
  const id = useId()
  return (
    <section className="ExtensionCategory" aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      <ul>
        {extensions.map((extension) => (
          <ExtensionItem key={extension.id} extension={extension} />
        ))}
      </ul>
    </section>
  )
}

function ExtensionItem({ extension }: { extension: Extension }): ReactNode {
  const { t, href } = useApp()
  const { id, attributes } = extension
  const { title, version, description, isThirdParty, fault, health } = attributes
  return (
    <li className="ExtensionItem">
      <ExtensionIcon icon={attributes.icon} />
      <div>
        <h3>
          <a href={href(extensionPath(id))}>
            <bdi>{title}</bdi>
          </a>{' '}
          <span className="ExtensionVersion">{version}</span>
        </h3>
        <p>
          <bdi>{description}</bdi>
        </p>
        {isThirdParty && <p>{t('core.admin.extension.third_party')}</p>}
        {fault !== null && (
          <p className="ExtensionItem-fault">
            <Icon name="warn" isSmall />
            <span dir="auto">{fault}</span>
          </p>
        )}
        {health.errors > 0 && (
          <p className="ExtensionItem-fault">
            <Icon name="warn" isSmall />
            {t('core.admin.extension.errors_text', { count: health.errors })}
          </p>
        )}
      </div>
      <StateBadge attributes={attributes} />
      <ExtensionSwitch extension={extension} />
    </li>
  )
}

export default definePage({
  Component: ExtensionsPage,
  head: (_, { t }) => ({ title: t('core.admin.nav.extensions_button') }),
})
