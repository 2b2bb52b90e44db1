import { Button, definePage, type PageProps, useApp } from '@parley/client'
import { AdminPage, AdminPageSection, type SettingsDocument, SettingsForm } from '@parley/client/admin'
import { type ReactNode, useState } from 'react'
import { useTagDrag } from './order/drag.ts'
import { SaveState } from './order/SaveState.tsx'
import { TagGhost } from './order/TagGhost.tsx'
import { PrimaryTags, SecondaryTags } from './order/TagLists.tsx'
import { type TagList, TagsModel } from './order/tags-model.ts'

function Tags({ documents }: PageProps): ReactNode {
  const app = useApp()
  const { modals, t } = app
  const [tags, settings] = documents as unknown as readonly [TagList, SettingsDocument]
  const [model] = useState(() => new TagsModel(app, tags))
  const drag = useTagDrag(model)
  const create = async (isPrimary: boolean) => {
    await modals.load(async () => (await import('./edit/TagModal.tsx')).TagModal, { model, isPrimary })
  }
  return (
    <AdminPage
      title={t('tags.admin.nav.tags_button')}
      text={t('tags.admin.tags.about_tags_text')}
      controls={<SaveState model={model} />}
    >
      <AdminPageSection
        heading={t('tags.admin.tags.primary_heading')}
        text={t('tags.admin.tags.primary_text')}
      >
        <PrimaryTags model={model} drag={drag} />
        <div>
          <Button variant="outline" onClick={() => void create(true)}>
            {t('tags.admin.tags.create_primary_tag_button')}
          </Button>
        </div>
      </AdminPageSection>
      <AdminPageSection
        heading={t('tags.admin.tags.secondary_heading')}
        text={t('tags.admin.tags.secondary_text')}
      >
        <SecondaryTags model={model} drag={drag} />
        <div>
          <Button variant="outline" onClick={() => void create(false)}>
            {t('tags.admin.tags.create_secondary_tag_button')}
          </Button>
        </div>
      </AdminPageSection>
      <SettingsForm page="tags" document={settings} />
      <TagGhost drag={drag} />
    </AdminPage>
  )
}

export default definePage({
  Component: Tags,
  head: (_, { t }) => ({ title: t('tags.admin.nav.tags_button') }),
})
