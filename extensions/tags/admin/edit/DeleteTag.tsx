import { ApiError, alertOnError, Button, deleteResource, type ModalProps, useApp } from '@parley/client'
import { type ReactNode, useState } from 'react'
import type { TagRecord } from '../../client/tag-record.ts'
import type { TagsModel } from '../order/tags-model.ts'

interface DeleteProps extends ModalProps {
  model: TagsModel
  tag: TagRecord
}

/** Deletes a tag after saying what becomes of its discussions, children and permissions. */
export function DeleteTag({ model, tag, close }: DeleteProps): ReactNode {
  const app = useApp()
  const { modals, t } = app
  const [isLoading, setIsLoading] = useState(false)
  const remove = async () => {
    const isConfirmed = await modals.confirm({
      title: t('tags.admin.edit_tag.delete_tag_confirmation', { tag: tag.name }),
      text: <Losses tag={tag} childCount={childCount(model, tag)} />,
      confirmLabel: t('tags.admin.edit_tag.delete_tag_button'),
      isDanger: true,
    })
    if (!isConfirmed) return
    await deleteResource(app, tag).catch(ignoreMissing)
    await model.reload()
    close()
  }
  const handleClick = async () => {
    setIsLoading(true)
    await alertOnError(app, remove)
    setIsLoading(false)
  }
  return (
    <Button
      variant="quiet"
      isDanger
      isLoading={isLoading}
      className="TagModal-delete"
      onClick={() => void handleClick()}
    >
      {t('tags.admin.edit_tag.delete_tag_button')}
    </Button>
  )
}

/** Another administrator has deleted it. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

function childCount(model: TagsModel, { id }: TagRecord): number {
  return model.state.arrangement.find((root) => root.id === id)?.children.length ?? 0
}

function Losses({ tag, childCount }: { tag: TagRecord; childCount: number }): ReactNode {
  const { t } = useApp()
  return (
    <>
      {t('tags.admin.edit_tag.delete_discussions_text', { count: tag.discussionCount })}{' '}
      {childCount > 0 && t('tags.admin.edit_tag.delete_children_text', { count: childCount })}{' '}
      {tag.isRestricted && t('tags.admin.permissions.open_text')}{' '}
      {t('core.admin.edit_group.irreversible_text')}
    </>
  )
}
