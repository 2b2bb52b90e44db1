import { defineComposerExtension } from '@parley/client'
import { groupCompletion } from './groups.tsx'
import { postCompletion } from './posts.tsx'
import { userCompletion } from './users.tsx'

export default defineComposerExtension({
  completions: { users: userCompletion, posts: postCompletion, groups: groupCompletion },
  commands: {
    mention: {
      label: 'mentions.forum.composer.mention_tooltip',
      icon: 'at',
      run({ editor }) {
        const { text, selection } = editor
        const isInWord = /[^\s(["'“]$/.test(text.slice(0, selection.start))
        editor.insert(isInWord ? ' @' : '@')
      },
    },
  },
})
