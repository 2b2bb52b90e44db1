import { type Setting, storedFlag } from '@parley/server'
import { z } from 'zod'
import { addressSetting } from '../files/address-setting.ts'
import { bucketOfEnvironment } from './options.ts'

declare module '@parley/server' {
  interface SettingTypes {
    'fof-upload.awsS3Key': string | null
    'fof-upload.awsS3Secret': string | null
    'fof-upload.awsS3Bucket': string | null
    'fof-upload.awsS3Region': string | null
    'fof-upload.awsS3Endpoint': string | null
    'fof-upload.awsS3UsePathStyleEndpoint': boolean
    'fof-upload.awsS3ACL': string | null
    /** What the addresses of files in the bucket begin with; null for Amazon’s own. */
    'fof-upload.awsS3CustomUrl': string | null
  }
}

type SettingForm = NonNullable<Setting['form']>
type SettingSection = NonNullable<SettingForm['section']>

const label = (key: string) => `upload.admin.labels.aws-s3.${key}`
const help = (key: string) => `upload.admin.help_texts.${key}`

const bucket: SettingSection = { heading: label('title'), order: 10, text: help('s3_instance_profile') }
const advanced: SettingSection = {
  heading: label('advanced_title'),
  order: 11,
  text: help('s3_compatible_storage'),
}

const ofEnvironment: SettingForm = {
  section: { heading: label('title'), order: 10 },
  field: { kind: 'component', component: 'upload.environment' },
  label: label('bucket'),
}

const key = /^\S{1,200}$/
const bucketName = /^[A-Za-z0-9][\w.-]{1,253}[A-Za-z0-9]$/
const region = /^[a-z0-9-]{1,50}$/
const acl = /^[a-z-]{1,50}$/

/** The settings of the bucket. Where the environment names one, the page says so, and has no fields. */
export function s3Settings(variables: Readonly<Record<string, string | undefined>>): Record<string, Setting> {
  const isOfEnvironment = bucketOfEnvironment(variables) !== undefined
  const form = (section: SettingSection, order: number, form: SettingForm): Pick<Setting, 'form'> =>
    isOfEnvironment ? {} : { form: { section, order, ...form } }
  const text = { kind: 'text' } as const
  return {
    'fof-upload.awsS3Bucket': {
      ...stored(bucketName),
      ...(isOfEnvironment
        ? { form: ofEnvironment }
        : form(bucket, 0, { field: text, label: label('bucket') })),
    },
    'fof-upload.awsS3Region': {
      ...stored(region),
      ...form(bucket, 1, { field: text, label: label('region') }),
    },
    'fof-upload.awsS3Key': { ...stored(key), ...form(bucket, 2, { field: text, label: label('key') }) },
    'fof-upload.awsS3Secret': {
      ...stored(key),
      ...form(bucket, 3, { field: { kind: 'secret' }, label: label('secret') }),
    },
    'fof-upload.awsS3Endpoint': {
      schema: addressSetting(),
      default: null,
      ...form(advanced, 0, { field: text, label: label('endpoint') }),
    },
    'fof-upload.awsS3UsePathStyleEndpoint': {
      schema: storedFlag(),
      default: false,
      ...form(advanced, 1, { field: { kind: 'switch' }, label: label('use_path_style_endpoint') }),
    },
    'fof-upload.awsS3ACL': {
      ...stored(acl),
      ...form(advanced, 2, { field: text, label: label('acl'), help: help('s3_acl') }),
    },
    'fof-upload.awsS3CustomUrl': {
      schema: addressSetting(),
      default: null,
      ...form(advanced, 3, { field: text, label: label('custom_url'), help: help('custom_s3_url') }),
    },
  }
}

/** A text without spaces around it; null for none. */
function stored(pattern: RegExp): Setting {
  const schema = z
    .string()
    .nullable()
    .transform((text, context) => {
      const value = (text ?? '').trim()
      if (value === '') return null
      if (pattern.test(value)) return value
      context.addIssue({ code: 'custom', params: { rule: 'regex' } })
      return z.NEVER
    })
  return { schema, default: null }
}
