import { EmptyState, LinkButton, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import { FollowingEmpty } from './following-empty.ts'

export default [FollowingEmpty.add('empty', NothingFollowed)]

function NothingFollowed(): ReactNode {
  const { t, href } = useApp()
  return (
    <EmptyState art="discussions" title={t('subscriptions.forum.following.empty_title')}>
      <p>{t('subscriptions.forum.following.empty_text')}</p>
      <LinkButton variant="primary" href={href('/all')}>
        {t('subscriptions.forum.following.all_link')}
      </LinkButton>
    </EmptyState>
  )
}
