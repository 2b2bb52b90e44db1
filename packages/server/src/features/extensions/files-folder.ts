/** The folder of an extension's files in the file store. */
export function filesFolderOf(extension: string): string {
  return `extensions/${extension}`
}
