import { MenuItem, type PostProps, useApp } from '@parley/client'
import type { ReactNode } from 'react'

const load = async () => (await import('./ReportModal.tsx')).ReportModal

/** In a post's menu: reports it. */
export function ReportControl({ post }: PostProps): ReactNode {
  const { t, modals } = useApp()
  return (
    <MenuItem icon="flag" load={load} onSelect={() => void modals.load(load, { post })}>
      {t('flags.forum.post_controls.flag_button')}
    </MenuItem>
  )
}
