import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import {
  commonState,
  type NotificationChoice,
  notificationChoices,
  togglePreferences,
} from './notification-choices.ts'
import { usePreferences } from './preferences.ts'
import { SaveMark } from './SaveMark.tsx'

/** A table of notification types and channels: a checkbox for each pair, a button for each row and column. */
export function NotificationGrid(): ReactNode {
  const app = useApp()
  const { t } = app
  const { preferences } = usePreferences()
  if (preferences === undefined) return null
  const { types, channels } = notificationChoices(app, preferences)
  return (
    <div className="Table">
      <table aria-label={t('core.forum.settings.notifications_heading')}>
        <thead>
          <tr>
            <th scope="col">{t('core.forum.settings.notify_when_heading')}</th>
            {channels.map(({ name, label }) => (
              <ChannelHeading
                key={name}
                keys={types.flatMap(({ preferences }) => preferences.get(name) ?? [])}
              >
                {t(label)}
              </ChannelHeading>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map((choice) => (
            <tr key={choice.type}>
              <th scope="row">
                <AllToggle keys={[...choice.preferences.values()]}>{t(choice.label)}</AllToggle>
                <SaveMark keys={[...choice.preferences.values()]} />
              </th>
              {channels.map((channel) => (
                <td key={channel.name} className="is-center">
                  <ChoiceBox choice={choice} channel={channel} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface AllToggleProps {
  keys: readonly `notify_${string}_${string}`[]
  children: string
}

function ChannelHeading(props: AllToggleProps): ReactNode {
  return (
    <th scope="col" className="is-center">
      <AllToggle {...props} />
      {/* A change of one preference shows in its row. */}
      <SaveMark keys={props.keys} minimum={2} />
    </th>
  )
}

/** Switches a whole row or column. */
function AllToggle({ keys, children }: AllToggleProps): ReactNode {
  const { t } = useApp()
  const { preferences, save } = usePreferences()
  if (preferences === undefined) return null
  return (
    <Button
      variant="link"
      aria-pressed={commonState(keys, preferences)}
      data-tooltip={t('core.forum.settings.notify_toggle_all_tooltip')}
      onClick={() => void save(togglePreferences(keys, preferences))}
    >
      {children}
    </Button>
  )
}

interface ChoiceBoxProps {
  choice: NotificationChoice
  channel: { name: string; label: string }
}

function ChoiceBox({ choice, channel }: ChoiceBoxProps): ReactNode {
  const { t } = useApp()
  const { preferences, save } = usePreferences()
  const key = choice.preferences.get(channel.name)
  const label = t('core.forum.settings.notification_checkbox_a11y_label_template', {
    description: t(choice.label),
    method: t(channel.label),
  })
  return (
    <label className="Check">
      <input
        type="checkbox"
        aria-label={label}
        disabled={key === undefined}
        checked={key !== undefined && preferences?.[key] === true}
        onChange={(event) => key && void save({ [key]: event.currentTarget.checked })}
      />
    </label>
  )
}
