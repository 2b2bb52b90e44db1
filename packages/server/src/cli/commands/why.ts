import { explain } from '../../features/permissions/why/explain.ts'
import { readQuestion } from '../../features/permissions/why/why-route.ts'
import { answerInWords } from '../../features/permissions/why/words.ts'
import type { Command } from '../command.ts'
import { jsonHelp, jsonOption, printJson } from '../json-output.ts'
import { withForum } from '../open-forum.ts'

/** `parley permission:why`: explains a decision. */
export const whyCommand: Command = {
  name: 'permission:why',
  summary: 'explain why a person may do something, or may not',
  usage: '<ability> [--user <username>] [--type <type> --id <id>] [--json]',
  details: [
    'Asks the rules of the forum for a person, and prints what each of them says. Examples: permission:why startDiscussion --user mira; permission:why rename --user mira --type discussions --id 7; permission:why view --type posts --id 12.',
    'Without --user the person is a guest.',
  ],
  options: { ...jsonOption, user: { type: 'string' }, type: { type: 'string' }, id: { type: 'string' } },
  optionHelp: [
    ['--user <username>', 'the person; a guest without it'],
    ['--type <type>', 'what it is about: discussions, posts, users or groups'],
    ['--id <id>', 'its id'],
    jsonHelp,
  ],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const context = forum.asSystem()
      const { user: username, type, id } = input.options
      const question = await readQuestion({ ability: input.arguments[0], type, id, username }, context)
      const answer = await answerInWords(await explain(question, context), context)
      if (input.options.json) return printJson(input.terminal, answer)
      input.terminal.print(answer.isAllowed ? 'yes' : 'no')
      for (const { text, depth } of answer.lines) input.terminal.print(`${'  '.repeat(depth + 1)}${text}`)
    }),
}
