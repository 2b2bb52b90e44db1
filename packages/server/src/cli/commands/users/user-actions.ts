import { findRowForUpdate } from '../../../engine/jsonapi/rows.ts'
import type { ActionName } from '../../../features/user-administration/action-names.ts'
import { act } from '../../../features/user-administration/actions.ts'
import type { Command } from '../../command.ts'
import { withForum } from '../../open-forum.ts'
import { idOfAccount } from './account.ts'

/** `parley user:confirm`: confirms the address of an account. */
export const confirmUserCommand = actionCommand('user:confirm', 'confirm', {
  summary: 'confirm the address of an account',
  details: ['From then on the account has the rights of members and of its groups.'],
  done: 'is confirmed.',
  unchanged: 'was confirmed already.',
})

/** `parley user:log-out`: logs an account out everywhere. */
export const logOutUserCommand = actionCommand('user:log-out', 'logOut', {
  summary: 'log an account out everywhere',
  details: ['Ends every session of the account, and revokes its tokens.'],
  done: 'is logged out everywhere.',
  unchanged: 'was logged out already.',
})

/** `parley user:delete`: deletes an account. */
export const deleteUserCommand = actionCommand('user:delete', 'delete', {
  summary: 'delete an account forever',
  details: [
    'Deletes an account at once, and what belongs to it afterwards: a running server does that. Its discussions and posts stay, without an author. The first account and the last administrator cannot be deleted.',
  ],
  done: 'is deleted.',
  unchanged: 'was deleted already.',
})

interface ActionTexts extends Pick<Command, 'summary' | 'details'> {
  done: string
  unchanged: string
}

function actionCommand(name: string, action: ActionName, texts: ActionTexts): Command {
  return {
    name,
    summary: texts.summary,
    usage: '<username or email> [--json]',
    details: texts.details,
    options: { json: { type: 'boolean' } },
    optionHelp: [['--json', 'print the id and what became of it as JSON']],
    arguments: 1,
    run: (input) =>
      withForum(input, async (forum) => {
        const context = forum.asSystem()
        const [account = ''] = input.arguments
        const id = await idOfAccount(account, context)
        const isDone = await forum.current.write(context, async (writing) =>
          act(writing, await findRowForUpdate(writing, 'users', id), { name: action, groupId: null }),
        )
        const outcome = isDone ? 'done' : 'unchanged'
        input.terminal.print(
          input.options.json ? JSON.stringify({ id, action, outcome }) : `${account} ${texts[outcome]}`,
        )
      }),
  }
}
