import type { Setting } from '@parley/server'
import { composerButtons, watermarkPositions } from '../shared.ts'
import { largestKilobytes, largestSide } from './limits.ts'
import { defaultTypes, textOf } from './receiving/type-table.ts'

type Form = NonNullable<Setting['form']>
type Section = NonNullable<Form['section']>

const label = (key: string) => `upload.admin.labels.${key}`
const help = (key: string) => `upload.admin.help_texts.${key}`

function section(order: number, name: string): Section {
  return { heading: label(`${name}.title`), order }
}

const preferences = section(1, 'preferences')
const composer = section(2, 'composer_buttons')
const resize = section(3, 'resize')
const extensions = section(4, 'client_extension')
const watermark = section(5, 'watermark')
const svg = { ...section(6, 'svg-sanitizer'), text: label('svg-sanitizer.help') }
const hotlinks = section(7, 'disable-hotlink-protection')
const logging = section(8, 'disable-download-logging')
const local = section(9, 'local')

/** How administrators change the settings, in the order of the page. */
export const settingForms = {
  'fof-upload.maxFileSize': {
    section: preferences,
    field: { kind: 'number', min: 1, max: largestKilobytes },
    label: label('preferences.max_file_size'),
  },
  'fof-upload.mimeTypes': {
    section: preferences,
    order: 1,
    field: { kind: 'component', component: 'upload.types' },
    label: label('preferences.mime_types'),
    help: help('mime_types'),
    defaultText: textOf(defaultTypes),
  },
  'fof-upload.composerButtonVisiblity': {
    section: composer,
    field: {
      kind: 'choice',
      options: composerButtons.map((value) => ({ value, label: label(`composer_buttons.options.${value}`) })),
    },
    label: label('composer_buttons.buttons'),
    help: help('composer_buttons'),
  },
  'fof-upload.mustResize': {
    section: resize,
    field: { kind: 'switch' },
    label: label('resize.toggle'),
    help: help('resize'),
  },
  'fof-upload.resizeMaxWidth': {
    section: resize,
    order: 1,
    field: { kind: 'number', min: 1, max: largestSide },
    label: label('resize.max_width'),
    when: { setting: 'fof-upload.mustResize', value: '1' },
  },
  'fof-upload.whitelistedClientExtensions': {
    section: extensions,
    field: { kind: 'text' },
    label: label('client_extension.extensions'),
    help: help('client_extension'),
    defaultText: '',
  },
  'fof-upload.addsWatermarks': {
    section: watermark,
    field: { kind: 'switch' },
    label: label('watermark.toggle'),
    help: help('watermark'),
  },
  'fof-upload.watermarkPosition': {
    section: watermark,
    order: 1,
    field: {
      kind: 'choice',
      options: watermarkPositions.map((value) => ({ value, label: label(`watermark.positions.${value}`) })),
    },
    label: label('watermark.position'),
    when: { setting: 'fof-upload.addsWatermarks', value: '1' },
  },
  'fof-watermark_path': {
    section: watermark,
    order: 2,
    field: {
      kind: 'picture',
      within: { width: 2000, height: 2000 },
      upload: '/fof/watermark',
      formField: 'fof-watermark',
    },
    label: label('watermark.file'),
  },
  'fof-upload.svgAnimateAllowed': {
    section: svg,
    field: { kind: 'switch' },
    label: label('svg-sanitizer.allow_animate'),
    help: label('svg-sanitizer.allow_animate_help'),
  },
  'fof-upload.disableHotlinkProtection': {
    section: hotlinks,
    field: { kind: 'switch' },
    label: label('disable-hotlink-protection.toggle'),
    help: help('disable-hotlink-protection'),
  },
  'fof-upload.disableDownloadLogging': {
    section: logging,
    field: { kind: 'switch' },
    label: label('disable-download-logging.toggle'),
    help: help('disable-download-logging'),
  },
  'fof-upload.cdnUrl': {
    section: local,
    field: { kind: 'text' },
    label: label('local.cdn_url'),
    help: help('cdn_url'),
  },
} satisfies Record<string, Form>
