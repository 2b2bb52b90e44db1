import { type ReactNode, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useApp } from '../../points/app-context.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { areShortcutsOn, switchShortcuts } from './choice.ts'

/** The list of shortcuts, with a switch for all of them. */
export function ShortcutsModal({ close }: ModalProps): ReactNode {
  const { t, shortcuts } = useApp()
  const [isOn, setIsOn] = useState(areShortcutsOn)
  const choose = (checked: boolean) => {
    switchShortcuts(checked)
    setIsOn(checked)
  }
  return (
    <Modal title={t('core.forum.shortcuts.title')} close={close}>
      <label className="SettingRow">
        <span>
          {t('core.forum.shortcuts.switch_label')}
          <small>{t('core.forum.shortcuts.switch_text')}</small>
        </span>
        <input
          className="Switch"
          type="checkbox"
          checked={isOn}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
      </label>
      <dl className="Shortcuts">
        {shortcuts.map(({ keys, text }) => (
          <div key={keys}>
            <dt>{t(text)}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
