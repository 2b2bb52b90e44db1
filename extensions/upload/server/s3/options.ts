import type { Context, S3Options } from '@parley/server'

type Variables = Readonly<Record<string, string | undefined>>

/** Variables of the environment that take the place of settings. */
const prefix = 'FOF_UPLOAD_AWS_S3_'

/** The bucket that the environment names; undefined if it does not name all of it. */
export function bucketOfEnvironment(variables: Variables): Omit<S3Options, 'address'> | undefined {
  const read = (name: string) => variables[prefix + name] || undefined
  const [bucket, region, key, secret] = [read('BUCKET'), read('REGION'), read('KEY'), read('SECRET')]
  const usesRole = isTrue(read('USE_IAM'))
  const hasKeys = key !== undefined && secret !== undefined
  if (!bucket || !region || !(hasKeys || usesRole)) return undefined
  const [endpoint, acl] = [read('ENDPOINT'), read('ACL')]
  return {
    ...{ bucket, region, usePathStyle: isTrue(read('PATH_STYLE_ENDPOINT')) },
    ...(endpoint !== undefined && { endpoint }),
    ...(acl !== undefined && { acl }),
    ...(hasKeys && !usesRole && { credentials: { key, secret } }),
  }
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|1|on|yes)$/i.test(value)
}

/** The address of the network that delivers files: of the environment, else of the settings. */
export function networkOf({ forum }: Pick<Context, 'forum'>): string | null {
  return process.env.FOF_UPLOAD_CDN_URL?.replace(/\/+$/, '') || forum.settings.get('fof-upload.cdnUrl')
}

/** The bucket that the environment or the settings name; undefined without one. */
export function s3OptionsOf(context: Pick<Context, 'forum'>): S3Options | undefined {
  const ofEnvironment = bucketOfEnvironment(process.env)
  const found = ofEnvironment ?? bucketOfSettings(context)
  if (!found) return undefined
  const own = ofEnvironment
    ? process.env[`${prefix}CUSTOM_URL`]?.replace(/\/+$/, '') || null
    : context.forum.settings.get('fof-upload.awsS3CustomUrl')
  const amazon = `https://${found.bucket}.s3.${found.region}.amazonaws.com`
  return { ...found, address: own ?? networkOf(context) ?? amazon }
}

function bucketOfSettings({ forum }: Pick<Context, 'forum'>): Omit<S3Options, 'address'> | undefined {
  const { settings } = forum
  const bucket = settings.get('fof-upload.awsS3Bucket')
  const region = settings.get('fof-upload.awsS3Region')
  if (bucket === null || region === null) return undefined
  const [key, secret] = [settings.get('fof-upload.awsS3Key'), settings.get('fof-upload.awsS3Secret')]
  const [endpoint, acl] = [settings.get('fof-upload.awsS3Endpoint'), settings.get('fof-upload.awsS3ACL')]
  return {
    ...{ bucket, region, usePathStyle: settings.get('fof-upload.awsS3UsePathStyleEndpoint') },
    ...(endpoint !== null && { endpoint }),
    ...(acl !== null && { acl }),
    // Without keys the role of the machine counts.
    ...(key !== null && secret !== null && { credentials: { key, secret } }),
  }
}
