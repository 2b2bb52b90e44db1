import {
  element,
  type MarkupNode,
  type MarkupReference,
  type MarkupSyntax,
  type PairedTag,
  type RenderContext,
} from '@parley/shared/markup'
import type { FileFacts } from './facts.ts'

/** The kind of the references that the tags make. */
export const uploadedFile = 'uploadedFile'

const identifier = /^[\w-]{1,64}$/
const simpleText = /^[-+,. \w]{1,255}$/
/** An address in a style, where nothing may end it. */
const background = /^background-image:url\(https?:\/\/[\w.~:/?#@!$&*+,=%-]{1,1000}\)$/

/** An address of the web; anything else makes the tag text. */
function webAddress(typed: string): string | undefined {
  return /^https?:\/\/[^/?#]/i.test(typed) && typed.length <= 900 ? typed : undefined
}

/** The alternative text; what stands in its place without one is left out. */
function altText(typed: string): string {
  return typed === '{TEXT?}' ? '' : typed
}

const attributes = { uuid: identifier, url: webAddress }
const named = { ...attributes, size: simpleText }

/** The tags of the templates (api-extensions 16). */
const tags: readonly PairedTag[] = [
  {
    name: 'upl-file',
    content: 'text',
    attributes: named,
    required: ['uuid', 'size'],
    render: ({ attributes, text }) => fileOf('file', attributes, text),
  },
  {
    name: 'upl-image',
    content: 'text',
    attributes: named,
    required: ['uuid', 'size', 'url'],
    render: ({ attributes, text }, links) => fileOf('image', encoded(attributes, links.url), text),
  },
  {
    name: 'upl-image-preview',
    content: 'none',
    attributes: { ...attributes, alt: altText },
    required: ['url'],
    render: ({ attributes: { alt = '', ...rest } }, links) =>
      reference('image-preview', encoded(rest, links.url), alt),
  },
  {
    name: 'upl-text-preview',
    content: 'code',
    attributes: { ...attributes, has_snippet: /^(?:true|false)$/ },
    required: ['uuid'],
    render: ({ attributes: { has_snippet: _, ...rest }, text }, links) =>
      fileOf('text-preview', encoded(rest, links.url), text) ?? element('p', {}, [text.trim()]),
  },
]

type Attributes = Readonly<Record<string, string>>

function encoded({ url, ...rest }: Attributes, encode: (typed: string) => string | undefined): Attributes {
  const address = url && encode(url)
  return address ? { ...rest, url: address } : rest
}

/** A tag with the name of the file as its content; undefined unless the name is a simple text. */
function fileOf(template: string, attributes: Attributes, content: string): MarkupNode | undefined {
  const name = content.trim()
  return simpleText.test(name) ? reference(template, attributes, name) : undefined
}

/** What the text says of a file: where the file is, it is looked up for each reader. */
function reference(template: string, attributes: Attributes, source: string): MarkupNode | undefined {
  const { uuid = '', url = '' } = attributes
  if (uuid === '' && url === '') return undefined
  return { reference: uploadedFile, id: uuid, source, details: { ...attributes, template } }
}

/** A file as a tag shows it: as it is stored, or as the tag says where nothing is known of it. */
interface Shown extends Partial<FileFacts> {
  /** As typed, or the alternative text. */
  text: string
  size: string
}

const views: Readonly<Record<string, (file: Shown, context: RenderContext) => MarkupNode>> = {
  file: ({ uuid, text, size }) =>
    element('span', { class: 'ButtonGroup Upload-file', ...download(uuid) }, [
      element('span', { class: 'Button Button--primary Upload-mark' }, [icon('fas fa-download')]),
      element('span', { class: 'Button Upload-name' }, [text]),
      ' ',
      element('span', { class: 'Button Upload-size' }, [size]),
    ]),
  image: ({ uuid, url, text, size }) =>
    element('span', { class: 'Upload-card', ...download(uuid) }, [
      element('span', { class: 'Upload-picture', ...(url && { style: `background-image:url(${url})` }) }),
      element('span', { class: 'Upload-name' }, [text]),
      ' ',
      element('span', { class: 'Upload-size' }, [size]),
    ]),
  'image-preview': ({ uuid, url, name, text }) =>
    element('img', {
      class: 'FoFUpload--Upl-Image-Preview',
      src: url,
      title: name ?? '',
      alt: text,
      'data-id': uuid || undefined,
      loading: 'lazy',
    }),
  'text-preview': ({ uuid, url, text, snippet, isLonger }, { translate }) =>
    element(
      'figure',
      { class: 'Upload-text', 'data-id': uuid, 'data-has-snippet': isLonger ? 'true' : 'false' },
      [
        element('figcaption', {}, [
          icon('fas fa-file-lines'),
          ' ',
          url ? element('a', { href: url, rel: 'ugc nofollow noopener' }, [text]) : text,
        ]),
        snippet
          ? element('pre', { tabindex: 0 }, [element('code', {}, [snippet])])
          : element('p', {}, [translate('upload.forum.text_preview.no_snippet_preview')]),
      ],
    ),
}

function icon(name: string): MarkupNode {
  return element('i', { class: `icon ${name}` })
}

function download(uuid: string | undefined) {
  return uuid ? { 'data-fof-upload-download-uuid': uuid } : {}
}

function show(
  { source, details = {} }: MarkupReference,
  facts: Partial<FileFacts>,
  context: RenderContext,
): MarkupNode {
  const { template = '', size = '', uuid, url } = details
  const typed = { ...(uuid && { uuid }), ...(url && { url }) }
  return views[template]?.({ text: source, size, ...typed, ...facts }, context) ?? source
}

/** Files in posts (api-extensions 16). */
const upload: MarkupSyntax = {
  name: 'upload',
  version: 1,
  elements: {
    span: {
      class: [
        ...['ButtonGroup Upload-file', 'ButtonGroup Upload-file Upload-file--gone', 'Upload-card'],
        ...['Button Button--primary Upload-mark', 'Button Upload-name', 'Button Upload-size'],
        ...['Upload-picture', 'Upload-name', 'Upload-size'],
      ],
      style: background,
      'data-fof-upload-download-uuid': identifier,
    },
    img: { class: ['FoFUpload--Upl-Image-Preview'], 'data-id': identifier },
    figure: { class: ['Upload-text'], 'data-id': identifier, 'data-has-snippet': ['true', 'false'] },
    figcaption: {},
    i: { class: ['icon fas fa-download', 'icon fas fa-file-lines'] },
  },
  tags,
  references: {
    [uploadedFile]: {
      render: (facts, reference, context) => show(reference, facts as FileFacts, context),
      renderTyped: (reference, context) => show(reference, {}, context),
      renderDeleted: ({ source }, { translate }) =>
        element('span', { class: 'ButtonGroup Upload-file Upload-file--gone' }, [
          ...(source === '' ? [] : [element('span', { class: 'Button Upload-name' }, [source]), ' ']),
          element('span', { class: 'Button Upload-size' }, [translate('upload.forum.post.deleted_text')]),
        ]),
    },
  },
}

export default upload
