import { type FileKind, fileKinds } from '../../shared.ts'

/** What a file is for people, by its media type. */
export function kindOf(type: string): FileKind {
  const [start] = type.split('/', 1)
  return fileKinds.find((kind) => kind === start) ?? 'other'
}
