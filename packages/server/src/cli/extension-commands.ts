import type { ExtensionCommand } from '../points/jobs/commands.ts'
import type { Command, CommandInput, Site } from './command.ts'
import { readEnvironment } from './environment/env.ts'
import { stopSignal, withForum } from './open-forum.ts'

/** The commands that installed extensions declare. Without a usable environment there are none. */
export async function extensionCommands(
  site: Site,
  environment: CommandInput['environment'],
): Promise<Command[]> {
  const extensions = await site.loadExtensions({ withoutThirdParty: readEnvironment(environment).isSafeMode })
  return extensions.flatMap(({ id, declaration }) =>
    Object.entries(declaration.commands ?? {}).map(([name, command]) => commandOf(id, name, command)),
  )
}

function commandOf(id: string, name: string, command: ExtensionCommand): Command {
  const { summary, usage = '', details, options = {}, optionHelp = [] } = command
  return {
    ...{ name, summary, usage, details, options, optionHelp },
    arguments: 0,
    run: (input) =>
      withForum(input, async (forum) => {
        const declared = forum.current.points.commands.get(name)
        if (!declared) {
          input.terminal.note(`The extension ${id} is not enabled, or does not work.`)
          return 1
        }
        const { print, note, progress } = input.terminal
        return declared.run(forum.asSystem(), {
          options: input.options,
          print,
          note,
          progress: (text) => progress.update(text),
          signal: stopSignal(),
        })
      }),
  }
}
