import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { forumPictures, putPicture, removePicture } from '../../features/appearance/pictures.ts'
import { oneUpload } from '../../points/requests/uploads.ts'
import { type Command, UsageError } from '../command.ts'
import { jsonHelp, jsonOption, printJson } from '../json-output.ts'
import { withForum } from '../open-forum.ts'

/** `parley logo:set`, `logo:remove`, `favicon:set` and `favicon:remove`. */
export const pictureCommands: readonly Command[] = [
  ...commandsFor(forumPictures.logo, 'logo'),
  ...commandsFor(forumPictures.favicon, 'icon'),
]

function commandsFor(picture: (typeof forumPictures)[keyof typeof forumPictures], word: string): Command[] {
  const { name } = picture
  const result = { options: jsonOption, optionHelp: [jsonHelp] }
  return [
    {
      name: `${name}:set`,
      summary: `set the forum’s ${word}`,
      usage: '<file> [--json]',
      details: [`Makes a picture file the forum’s ${word}, after the same checks as in the administration.`],
      ...result,
      arguments: 1,
      run: (input) =>
        withForum(input, async (forum) => {
          const [path = ''] = input.arguments
          const bytes = await readFile(path).catch(() => {
            throw new UsageError(`The file ${path} cannot be read.`)
          })
          if (bytes.length > oneUpload.bytes)
            throw new UsageError(`The file ${path} is larger than ${oneUpload.bytes / 1024 ** 2} MiB.`)
          const stored = await putPicture(forum.asSystem(), picture, { name: basename(path), bytes })
          const url = forum.current.files.url(stored)
          if (input.options.json) printJson(input.terminal, { [name]: url })
          else input.terminal.print(`The ${word} is set: ${url}`)
        }),
    },
    {
      name: `${name}:remove`,
      summary: `remove the forum’s ${word}`,
      usage: '[--json]',
      details: [`Deletes the forum’s ${word}.`],
      ...result,
      arguments: 0,
      run: (input) =>
        withForum(input, async (forum) => {
          await removePicture(forum.asSystem(), picture)
          if (input.options.json) printJson(input.terminal, { [name]: null })
          else input.terminal.print(`The forum has no ${word}.`)
        }),
    },
  ]
}
