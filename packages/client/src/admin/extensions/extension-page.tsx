import { type ReactNode, useId, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { Button, LinkButton } from '../../ui/buttons/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { pagePath } from '../frame/admin-routes.ts'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SettingsDocument } from '../settings/settings-document.ts'
import { useAdmin } from '../use-admin.ts'
import {
  addedKinds,
  type Extension,
  type ExtensionDocument,
  type ExtensionList,
  extensionPath,
  type PreviewDocument,
} from './documents.ts'
import { ExtensionIcon } from './ExtensionIcon.tsx'
import { ExtensionSwitch } from './ExtensionSwitch.tsx'
import { Health } from './Health.tsx'
import { PurgeModal } from './PurgeModal.tsx'
import { ReadMeModal } from './ReadMeModal.tsx'
import { SafeModeNotice } from './SafeModeNotice.tsx'
import { StateBadge } from './StateBadge.tsx'
import { ExtensionNotices, ExtensionSections } from './slots.ts'

function ExtensionPage({ documents }: PageProps): ReactNode {
  const { t } = useApp()
  const [{ data: extension }, { data: all, meta }, settings] = documents as [
    ExtensionDocument,
    ExtensionList,
    SettingsDocument,
  ]
  const { attributes } = extension
  const titleOf = (id: string) => all.find((other) => other.id === id)?.attributes.title ?? id
  return (
    <div className="AdminPage">
      <ExtensionHeader extension={extension} />
      <SafeModeNotice meta={meta} />
      {attributes.fault !== null && (
        <Alert tone="danger">
          {t('core.admin.extension.fault_text')} <span dir="auto">{attributes.fault}</span>
        </Alert>
      )}
      <OwnPages extension={extension} />
      <ExtensionNotices extension={extension.id} />
      {settings.data.length > 0 && (
        // Each extension has a form of its own.
        <SettingsForm key={extension.id} page={extension.id} document={settings} />
      )}
      <ExtensionSections extension={extension.id} />
      <Permissions permissions={attributes.permissions} />
      <Additions extension={extension} titleOf={titleOf} />
      <Health attributes={attributes} />
      <Danger extension={extension} />
    </div>
  )
}

function ExtensionHeader({ extension }: { extension: Extension }): ReactNode {
  const app = useApp()
  const { t, modals } = app
  const { id, attributes } = extension
  const { title, version, description, icon, links, isThirdParty, hasReadMe } = attributes
  return (
    <header className="Page-header ExtensionHeader">
      <ExtensionIcon icon={icon} />
      <div>
        <h1>
          {title} <small className="ExtensionVersion">{version}</small>
        </h1>
        <p>{description}</p>
        {isThirdParty && <p>{t('core.admin.extension.third_party')}</p>}
        <ul className="ExtensionLinks">
          {hasReadMe && (
            <li>
              <Button variant="link" onClick={() => void modals.show(ReadMeModal, { id, title })}>
                {t('core.admin.extension.readme.button_label')}
              </Button>
            </li>
          )}
          {Object.entries(links).map(([kind, url]) => (
            <li key={kind}>
              <a href={url} rel="noopener noreferrer" target="_blank">
                {t(`core.admin.extension.info_links.${kind}`)}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="ExtensionHeader-state">
        <StateBadge attributes={attributes} />
        <ExtensionSwitch extension={extension} />
      </div>
    </header>
  )
}

/** Links to the pages that the extension adds to the administration area. */
function OwnPages({ extension: { id } }: { extension: Extension }): ReactNode {
  const { t, href } = useApp()
  const own = useAdmin().pages.filter(({ extension, isListed }) => extension === id && isListed !== false)
  if (own.length === 0) return null
  return (
    <ul className="ExtensionPages">
      {own.map((page) => (
        <li key={page.name}>
          <LinkButton variant="outline" icon={page.icon} href={href(pagePath(page))}>
            {t(page.label)}
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

type PermissionsProps = Pick<ExtensionDocument['data']['attributes'], 'permissions'>

function Permissions({ permissions }: PermissionsProps): ReactNode {
  const { t } = useApp()
  const id = useId()
  return (
    <section className="ExtensionSection" aria-labelledby={id}>
      <h2 id={id}>{t('core.admin.extension.permissions_title')}</h2>
      {permissions.length === 0 ? (
        <p className="Muted">{t('core.admin.extension.no_permissions')}</p>
      ) : (
        <ul>
          {permissions.map(({ name, label }) => (
            <li key={name}>{label}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Names({ names }: { names: readonly string[] }): ReactNode {
  return (
    <ul className="ExtensionNames">
      {names.map((name) => (
        <li key={name}>
          <code dir="ltr">{name}</code>
        </li>
      ))}
    </ul>
  )
}

interface AdditionsProps {
  extension: Extension
  titleOf: (id: string) => string
}

function Additions({ extension: { attributes }, titleOf }: AdditionsProps): ReactNode {
  const { t, href } = useApp()
  const id = useId()
  const { adds, requires, dependents } = attributes
  const related = [
    [t('core.admin.extension.requires'), requires],
    [t('core.admin.extension.dependents'), dependents],
  ] as const
  const kinds = addedKinds.filter((kind) => adds[kind].length > 0)
  const hasRelated = requires.length + dependents.length > 0
  if (!hasRelated && kinds.length + adds.columns.length === 0) return null
  return (
    <section className="ExtensionSection" aria-labelledby={id}>
      <h2 id={id}>{t('core.admin.extension.adds_title')}</h2>
      <dl className="ExtensionFacts">
        {related.map(
          ([label, ids]) =>
            ids.length > 0 && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <ul className="ExtensionNames">
                    {ids.map((other) => (
                      <li key={other}>
                        <a href={href(extensionPath(other))}>{titleOf(other)}</a>
                      </li>
                    ))}
                  </ul>
                </dd>
              </div>
            ),
        )}
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`core.admin.extension.adds.${kind}`)}</dt>
            <dd>
              <Names names={adds[kind]} />
            </dd>
          </div>
        ))}
        {adds.columns.length > 0 && (
          <div>
            <dt>{t('core.admin.extension.adds.columns')}</dt>
            <dd>
              <Names names={adds.columns} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** What cannot be undone, apart from the rest. */
function Danger({ extension }: { extension: Extension }): ReactNode {
  const { api, alerts, modals, t } = useApp()
  const id = useId()
  const [isLoading, setIsLoading] = useState(false)
  const purge = async () => {
    setIsLoading(true)
    try {
      const { data } = await api.request<PreviewDocument>(`${extensionPath(extension.id)}/preview`)
      const isDone = await modals.show(PurgeModal, { extension, preview: data.attributes })
      if (isDone === true) return window.location.reload()
    } catch (error) {
      alerts.showError(error)
    }
    setIsLoading(false)
  }
  return (
    <section className="ExtensionSection ExtensionSection--danger" aria-labelledby={id}>
      <h2 id={id}>
        <Icon name="trash" />
        {t('core.admin.extension.purge_button')}
      </h2>
      <p className="Muted">{t('core.admin.extension.purge_text')}</p>
      <Button variant="outline" isDanger isLoading={isLoading} onClick={() => void purge()}>
        {t('core.admin.extension.purge_button')}
      </Button>
    </section>
  )
}

export default definePage({
  Component: ExtensionPage,
  head: ({ documents }) => {
    const [document] = documents as [ExtensionDocument]
    return { title: document.data.attributes.title }
  },
  backTo: '/admin/extensions',
})
