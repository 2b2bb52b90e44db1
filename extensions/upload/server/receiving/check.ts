import {
  type Context,
  examinePicture,
  type PictureFacts,
  UnreadablePicture,
  type UploadedDraft,
} from '@parley/server'
import type { Detected } from '../examining/detect.ts'
import { examineFile } from '../examining/examine.ts'
import { type Adapter, hasAdapter } from '../files/addresses.ts'
import { refusal, tooLarge } from './errors.ts'
import { extensionOf } from './names.ts'
import { ruleFor, type TypeRule } from './type-table.ts'

/** A received file that may be stored. */
export interface CheckedFile {
  draft: UploadedDraft['draft']
  /** By its sender. */
  name: string
  type: string
  /** The extension that it gets. */
  extension: string
  rule: Pick<TypeRule, 'template'> & { adapter: Adapter }
  /** Of a picture that the forum decodes. */
  facts?: PictureFacts
}

/** Types of which extensions of names say that a file is one, so that other files may not have them. */
const claimed: Readonly<Record<string, string>> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', jpe: 'image/jpeg', jfif: 'image/jpeg' },
  ...{ png: 'image/png', apng: 'image/png', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' },
  ...{ svg: 'image/svg+xml', bmp: 'image/bmp', tif: 'image/tiff', tiff: 'image/tiff' },
  pdf: 'application/pdf',
}

/** Extensions that browsers run, or style pages with. No file keeps them, whatever the settings say. */
const active = /^(?:[mc]?jsx?|css|x?html?|shtml|xml|xsl|svg|php\d?|phtml|phar)$/

/** Checks a file by the rules of the forum. Nothing is stored. @throws 422 with the reason, `busy` when too many wait. */
export async function checkFile(
  { draft, name: encoded, isTooLarge }: UploadedDraft,
  context: Context,
): Promise<CheckedFile> {
  const { settings } = context.forum
  // As browsers write quotation marks and line ends in forms.
  const sent = encoded.replace(/%22/g, '"').replace(/%0[ad]/gi, ' ')
  const name = shownName(sent)
  if (isTooLarge) throw tooLarge(name, context)
  const detected = draft.size > 0 ? await examineFile(draft.location, context) : undefined
  if (!detected) throw refusal('could_not_detect_mime', name, context)
  const { type } = detected
  const own = extensionOf(sent)
  if ((claimed[own] ?? type) !== type) throw refusal('not_intact', name, context)
  const rule = await ruleFor(type, settings.get('fof-upload.mimeTypes'))
  // Browsers run what is HTML, whatever the rules say.
  if (!rule || type === 'text/html') throw refusal('forbidden_type', name, context)
  const { adapter, template } = rule
  if (!hasAdapter(adapter, context)) throw refusal('unsupported_type', name, context)
  const isPicture = type.startsWith('image/') && type !== 'image/svg+xml'
  const facts = isPicture ? await checkPicture(draft.location, type, name, context) : undefined
  const keepsOwn = settings.get('fof-upload.whitelistedClientExtensions').has(own) && !active.test(own)
  return {
    draft,
    name: sent,
    type,
    extension: keepsOwn ? own : extensionFor(detected),
    rule: { adapter, template },
    ...(facts && { facts }),
  }
}

function extensionFor({ extension }: Detected): string {
  return extension !== undefined && /^[a-z\d]{1,20}$/.test(extension) ? extension : 'bin'
}

/** The decoder has to agree about a picture. What it does not know is refused. */
async function checkPicture(
  location: string,
  type: string,
  name: string,
  context: Context,
): Promise<PictureFacts> {
  const facts = await examinePicture(location, `account ${context.actor.id}`).catch((error: unknown) => {
    if (error instanceof UnreadablePicture) return undefined
    throw error
  })
  const found = facts?.type === 'image/apng' ? 'image/png' : facts?.type
  if (!facts || found !== type) throw refusal('not_intact', name, context)
  return facts
}

/** The name by the sender for a message: short, and without characters that change how the message reads. */
function shownName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '')
  const characters = [...plain]
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : plain
}
