import { Button, type DiscussionProps, Dropdown, MenuItem, useApp, useSessionUser } from '@parley/client'
import type { ReactNode } from 'react'
import type { Subscription } from '../../shared.ts'
import { subscribe } from '../SubscriptionControls.tsx'

const states = [
  { name: 'not_following', value: null, icon: 'bell' },
  { name: 'following', value: 'follow', icon: 'bell' },
  { name: 'ignoring', value: 'ignore', icon: 'belloff' },
] as const

/** A button that follows a discussion or ends what the reader has chosen, with a menu of all three states. */
export function SubscriptionMenu({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const { t } = app
  const { subscription: current = null } = discussion
  const effect = useEffectOf(current)
  const { name, icon } = states.find(({ value }) => value === current) ?? states[0]
  return (
    <div className="ButtonGroup">
      <Button
        variant="outline"
        icon={icon}
        data-tooltip={effect && t(effect)}
        onClick={() => subscribe(app, discussion, current === null ? 'follow' : null)}
      >
        {t(`subscriptions.forum.sub_controls.${current === null ? 'follow' : name}_button`)}
      </Button>
      <Dropdown
        variant="outline"
        isIconOnly
        icon="down"
        align="end"
        label={t('subscriptions.forum.sub_controls.menu_accessible_label')}
      >
        {states.map((state) => (
          <MenuItem
            key={state.name}
            icon={state.icon}
            isChecked={state.value === current}
            onSelect={() => subscribe(app, discussion, state.value)}
          >
            <span>
              {t(`subscriptions.forum.sub_controls.${state.name}_button`)}
              <small>{t(`subscriptions.forum.sub_controls.${state.name}_text`)}</small>
            </span>
          </MenuItem>
        ))}
      </Dropdown>
    </div>
  )
}

/** Locale key of what a state does: how the reader hears of new posts depends on the preferences. */
function useEffectOf(state: Subscription | null): string | undefined {
  const { preferences } = useSessionUser() ?? {}
  if (state === 'ignore') return 'subscriptions.forum.sub_controls.ignoring_text'
  if (state === null) return undefined
  if (preferences?.notify_newPost_email) return 'subscriptions.forum.sub_controls.notify_email_tooltip'
  return preferences?.notify_newPost_alert
    ? 'subscriptions.forum.sub_controls.notify_alert_tooltip'
    : undefined
}
