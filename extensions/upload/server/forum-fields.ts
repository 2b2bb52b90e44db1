import type { Context, Field, ForumRow } from '@parley/server'

function right(permission: string): Field<ForumRow> {
  return { json: 'boolean', get: (_forum, { actor }) => actor.hasPermission(permission) }
}

const watermarkOf = ({ forum }: Context) => forum.settings.get('fof-watermark_path')

/** What the forum shows of uploads (api-extensions 16). */
export const forumFields: Record<string, Field<ForumRow>> = {
  'fof-upload.canUpload': right('fof-upload.upload'),
  'fof-upload.canDownload': right('fof-upload.download'),
  'fof-watermarkUrl': {
    json: 'string',
    visible: (_forum, context) => watermarkOf(context) !== null,
    get: (_forum, context) => context.forum.files.url(watermarkOf(context) ?? ''),
  },
}
