import type { AttachmentHandler } from '../../../points/composer/composer-extension.ts'

/** Whether a file is of one of the types, written as in the attribute `accept` of file fields. */
export function accepts(
  types: AttachmentHandler['accept'],
  { name, type }: Pick<File, 'name' | 'type'>,
): boolean {
  return types.some((accepted) => {
    if (accepted === '*') return true
    if (accepted.startsWith('.')) return name.toLowerCase().endsWith(accepted.toLowerCase())
    return accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted
  })
}
