import { ExtensionError } from '../../infrastructure/errors.ts'
import { isFilePath } from '../../infrastructure/files/file-store.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

declare module '../extension.ts' {
  interface Extension {
    /**
     * Folders of the file store with files of the extension, besides `extensions/<id>`: they are deleted when what it has
     * stored is deleted.
     */
    fileFolders?: readonly string[]
  }
}

declare module '../extension-point.ts' {
  interface Points {
    /** By folder, who has it. */
    fileFolders: ReadonlyMap<string, string>
  }
}

/** Folders of the core, and of all extensions. */
const reserved = ['avatars', 'extensions', 'private']

/** Lists the folders of extensions. @throws ExtensionError for an invalid one, and one that belongs to others. */
export function combineFileFolders(
  declared: readonly Declared<readonly string[] | undefined>[],
): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { owner, section = [] } of declared) {
    for (const folder of section) {
      const isTaken = reserved.includes(folder) || owners.has(folder)
      const fault = !isFilePath(folder) ? 'is no path' : isTaken ? 'belongs to others' : undefined
      if (fault) throw new ExtensionError(owner, 'fileFolders', `'${folder}' ${fault}`)
      owners.set(folder, owner)
    }
  }
  return owners
}

/** Folders with files of extensions. */
export const fileFoldersPoint = definePoint('fileFolders', {
  sections: ['fileFolders'],
  combine: ({ fileFolders }) => combineFileFolders(fileFolders),
})
