import {
  type Extension,
  type Setting,
  storedChoice,
  storedFlag,
  storedNumber,
  storedPicture,
  type WatermarkPosition,
} from '@parley/server'
import { composerButtons, watermarkPositions } from '../shared.ts'
import { addressSetting } from './files/address-setting.ts'
import { largestKilobytes, largestSide } from './limits.ts'
import { type ClientExtensions, clientExtensions } from './receiving/names.ts'
import { defaultTypes, type TypeTable, typeTable } from './receiving/type-table.ts'
import { s3Settings } from './s3/settings.ts'
import { settingForms } from './setting-forms.ts'

declare module '@parley/server' {
  interface SettingTypes {
    /** In kilobytes. */
    'fof-upload.maxFileSize': number
    'fof-upload.mimeTypes': TypeTable
    'fof-upload.whitelistedClientExtensions': ClientExtensions
    'fof-upload.composerButtonVisiblity': (typeof composerButtons)[number]
    'fof-upload.mustResize': boolean
    /** In pixels, of both sides. */
    'fof-upload.resizeMaxWidth': number
    'fof-upload.addsWatermarks': boolean
    'fof-upload.watermarkPosition': WatermarkPosition
    'fof-watermark_path': string | null
    'fof-upload.svgAnimateAllowed': boolean
    'fof-upload.disableHotlinkProtection': boolean
    'fof-upload.disableDownloadLogging': boolean
    /** What the addresses of files begin with in place of that of the forum; null for the forum's own. */
    'fof-upload.cdnUrl': string | null
  }
}

const off: Setting<boolean> = { schema: storedFlag(), default: false }

const settings: Record<keyof typeof settingForms, Setting> = {
  'fof-upload.maxFileSize': { schema: storedNumber({ min: 1, max: largestKilobytes }), default: 2048 },
  'fof-upload.mimeTypes': { schema: typeTable(), default: defaultTypes },
  'fof-upload.whitelistedClientExtensions': { schema: clientExtensions(), default: new Set() },
  'fof-upload.composerButtonVisiblity': {
    schema: storedChoice(composerButtons),
    default: 'both',
    public: true,
    json: 'string',
  },
  'fof-upload.mustResize': off,
  'fof-upload.resizeMaxWidth': { schema: storedNumber({ min: 1, max: largestSide }), default: 100 },
  'fof-upload.addsWatermarks': off,
  'fof-upload.watermarkPosition': {
    schema: storedChoice(watermarkPositions satisfies WatermarkPosition[]),
    default: 'bottom-right',
  },
  'fof-watermark_path': { schema: storedPicture(), default: null },
  'fof-upload.svgAnimateAllowed': off,
  'fof-upload.disableHotlinkProtection': off,
  'fof-upload.disableDownloadLogging': off,
  'fof-upload.cdnUrl': { schema: addressSetting(), default: null },
}

/** What administrators set (api-extensions 16). */
export const uploadSettings: Record<string, Setting> = {
  ...Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [
      key,
      { ...setting, form: settingForms[key as keyof typeof settingForms] },
    ]),
  ),
  ...s3Settings(process.env),
}

export const uploadPermissions: NonNullable<Extension['permissions']> = {
  'fof-upload.upload': {
    section: 'start',
    label: 'upload.admin.permissions.upload_label',
    requires: ['viewForum'],
  },
  'fof-upload.upload-shared-files': {
    section: 'start',
    label: 'upload.admin.permissions.upload_shared_label',
    requires: ['viewForum'],
  },
  'fof-upload.access-shared-files': {
    section: 'start',
    label: 'upload.admin.permissions.access_shared_label',
    requires: ['viewForum'],
  },
  'fof-upload.download': {
    section: 'read',
    label: 'upload.admin.permissions.download_label',
    guests: true,
    requires: ['viewForum'],
  },
  'fof-upload.viewUserUploads': {
    default: ['moderator'],
    section: 'moderate',
    label: 'upload.admin.permissions.view_user_uploads_label',
    requires: ['viewForum'],
  },
  'fof-upload.deleteUserUploads': {
    default: ['moderator'],
    section: 'moderate',
    label: 'upload.admin.permissions.delete_uploads_of_others_label',
    requires: ['viewForum'],
  },
}
