import type { Command } from './command.ts'

/** The text of `parley --help`. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'Usage: bin/parley <command> [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'bin/parley <command> --help explains a command. Environment variables set where the forum keeps its',
    'data and how it is reached: see README.md.',
  ].join('\n')
}

/** The text of `parley <command> --help`. */
export function commandHelp(command: Command): string {
  const options = [...command.optionHelp, ['--help', 'print this'] as const]
  const width = Math.max(...options.map(([option]) => option.length))
  return [
    `Usage: bin/parley ${command.name} ${command.usage}`.trimEnd(),
    '',
    ...command.details.flatMap((paragraph) => [...wrap(paragraph), '']),
    'Options:',
    ...options.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`),
  ].join('\n')
}

const columns = 100

function wrap(paragraph: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}
