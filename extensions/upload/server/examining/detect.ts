import { fileTypeFromFile } from 'file-type'
import { BeyondEnd, FileBytes } from './file-bytes.ts'
import { endsCleanly } from './picture-ends.ts'
import { textType } from './text-type.ts'
import { namesOfZip } from './zip-names.ts'

/** What a file is, by its content. */
export interface Detected {
  /** Media type. */
  type: string
  /** The usual extension of names; undefined without one. */
  extension: string | undefined
}

const androidPackage = 'application/vnd.android.package-archive'

const extensions: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/xml': 'xml',
  'image/png': 'png',
  [androidPackage]: 'apk',
}

/** Finds out what a file is. Undefined for what is not known, is damaged, or is several things at once. */
export async function detect(path: string): Promise<Detected | undefined> {
  const magic = await magicOf(path)
  if (magic === null) return undefined
  const isText = magic === undefined || magic.mime === 'application/xml'
  // An animated PNG is one.
  const known = magic?.mime === 'image/apng' ? 'image/png' : magic?.mime
  const type = isText ? await textType(path) : wholeType(path, known ?? '')
  if (type === undefined) return undefined
  return { type, extension: extensions[type] ?? magic?.ext }
}

/** What the beginning of a file says; null for what cannot be read to its end. */
async function magicOf(path: string) {
  try {
    return await fileTypeFromFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    return null
  }
}

/** The type of a file that has this type at its beginning; undefined if something else follows. */
function wholeType(path: string, type: string): string | undefined {
  const bytes = new FileBytes(path)
  try {
    if (bytes.name(0, Math.min(2, bytes.size)) === 'PK') {
      const names = namesOfZip(bytes)
      if (!names) return undefined
      return names.has('AndroidManifest.xml') && names.has('classes.dex') ? androidPackage : type
    }
    return endsCleanly(bytes, type) ? type : undefined
  } catch (error) {
    if (error instanceof BeyondEnd) return undefined
    throw error
  } finally {
    bytes.close()
  }
}
