import { defineComposerExtension, defineField } from '../../../points/composer/composer-extension.ts'
import { composerPartsOf } from '../../../points/composer/composer-parts.ts'
import { titleSpace } from '../composer-texts.ts'
import { waitForUploads } from '../uploads/wait-for-uploads.ts'
import { TitleField } from './TitleField.tsx'

const loadHelp = async () => (await import('../help/FormattingHelp.tsx')).FormattingHelp

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The core's own parts of the composer. */
export const coreParts = defineComposerExtension({
  fields: {
    title: defineField<string>({
      appliesTo: ({ kind }) => kind === 'discussion',
      initial: () => '',
      restore: textOf,
      isMissing: (title) => title.trim() === '' || titleSpace(title) < 0,
      Component: TitleField,
    }),
    // Its component is the text field itself.
    content: defineField<string>({
      appliesTo: () => true,
      initial: (target, { store }) =>
        (target.kind === 'edit' && textOf(store.get('posts', target.postId)?.content)) || '',
      restore: textOf,
      isMissing: (content) => content.trim() === '',
    }),
  },
  steps: { uploads: waitForUploads },
  commands: {
    help: {
      label: 'core.forum.composer.help_title',
      icon: 'info',
      priority: -1000,
      when: ({ app }) => composerPartsOf(app).samples.length > 0,
      run: ({ app: { modals } }) => void modals.load(loadHelp, {}),
    },
  },
})
