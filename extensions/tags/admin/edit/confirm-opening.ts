import type { App } from '@parley/client'

/** Asks before a tag loses its own permissions. */
export function confirmOpening({ modals, t }: Pick<App, 'modals' | 't'>, tag: string): Promise<boolean> {
  return modals.confirm({
    title: t('core.admin.permissions.remove_part_confirmation', { part: tag }),
    text: t('tags.admin.permissions.open_text'),
    confirmLabel: t('core.admin.permissions.remove_part_submit_button'),
    isDanger: true,
  })
}
