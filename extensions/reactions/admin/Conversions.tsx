import { Alert, alertOnError, Field, loadDocument, useApp, useForum } from '@parley/client'
import { AdminPageSection } from '@parley/client/admin'
import type { ReactNode } from 'react'
import { useNameOf } from '../client/types.ts'
import type { ConversionKind } from '../contract/shared.ts'
import type { ListedType } from './types-model.ts'

/** The setting of each kind, and its place in the forum's attribute `ReactionConverts`. */
const conversions = {
  upvote: { setting: 'fof-reactions.convertToUpvote', place: 0, label: 'gamification.upvoteLabel' },
  downvote: { setting: 'fof-reactions.convertToDownvote', place: 1, label: 'gamification.downvoteLabel' },
  like: { setting: 'fof-reactions.convertToLike', place: 2, label: 'likes.Label' },
} as const satisfies Record<ConversionKind, object>

/** Which types are turned into a like or a vote, where extensions offer that. A choice is saved at once. */
export function Conversions({ types }: { types: readonly ListedType[] }): ReactNode {
  const app = useApp()
  const { t } = app
  const { reactionConversions: offered = [], ReactionConverts: stored = [] } = useForum()
  const nameOf = useNameOf()
  if (offered.length === 0) return null
  const chosen = offered.flatMap((kind) => stored[conversions[kind].place] ?? [])
  const save = (kind: ConversionKind, identifier: string) =>
    alertOnError(app, async () => {
      const body = { [conversions[kind].setting]: identifier }
      await app.api.request('/settings', { method: 'POST', body })
      await loadDocument(app, '/')
      const message = t('reactions.admin.page.reactions.saved_message')
      app.alerts.show(message, { tone: 'success', timeout: 5000 })
    })
  return (
    <AdminPageSection
      heading={t('reactions.admin.page.settings.integrations.legend')}
      text={t('reactions.admin.page.settings.integrations.help')}
    >
      {new Set(chosen).size < chosen.length && (
        <Alert tone="warning">{t('reactions.admin.page.settings.integrations.warning')}</Alert>
      )}
      {offered.map((kind) => (
        <Field key={kind} label={t(`reactions.admin.page.settings.integrations.${conversions[kind].label}`)}>
          {(control) => (
            <select
              {...control}
              className="Input"
              value={stored[conversions[kind].place] ?? ''}
              onChange={({ currentTarget }) => void save(kind, currentTarget.value)}
            >
              <option value="">{t('reactions.admin.page.settings.integrations.none_option')}</option>
              {types.map((type) => (
                <option key={type.id} value={type.identifier}>
                  {nameOf(type)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </AdminPageSection>
  )
}
