import { join } from 'node:path'
import { createTestForum, grant, makeUser, readExtension } from '@parley/testing'
import { startS3Server } from '@parley/testing/s3-server'
import { expect, test, vi } from 'vitest'
import { fileOf, openUploads, outcome, refused, setUp, storedFilesIn, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import { bucketOfEnvironment } from './options.ts'
import { s3Settings } from './settings.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const picture = { 'a.png': pictures.png }

/** A forum that keeps its files in a bucket on this machine. */
async function open() {
  const s3 = await startS3Server()
  const forum = await createTestForum({ extensions: [extension] })
  const opened = await openUploads(forum, makeUser, () => Promise.resolve(s3))
  await grant(forum, 'fof-upload.download', [2])
  return { s3, ...opened }
}

test('a file is kept in the bucket, has its address, and is downloaded through the forum', async () => {
  const { s3, forum, member, admin } = await open()
  const answer = await upload(member, picture)
  const { url, path, uuid } = fileOf(answer)
  expect(url).toBe(`https://${s3.bucket}.s3.eu-central-1.amazonaws.com/${path}`)
  expect(answer.body.data).toMatchObject([{ attributes: { bbcode: expect.stringContaining(url) } }])
  expect([...s3.objects.keys()]).toEqual([path])
  expect(s3.objects.get(path)?.headers).toMatchObject({ 'content-type': 'image/png' })
  expect(await storedFilesIn(forum.dataDir)).toEqual([])
  const whole = await forum.guest().get(`/api/fof/download/${uuid}`)
  expect([whole.status, whole.headers['content-length']]).toEqual([
    200,
    String(s3.objects.get(path)?.bytes.length),
  ])
  const part = await forum.guest().get(`/api/fof/download/${uuid}`, { range: 'bytes=1-3' })
  expect([part.status, part.text]).toEqual([206, 'PNG'])
  expect((await admin.delete(`/api/fof/upload/delete/${uuid}`)).status).toBe(204)
  expect([...s3.objects.keys()]).toEqual([])
})

test('addresses begin with that of the bucket, else with that of the network; files get the access of the settings', async () => {
  const { s3, member, admin } = await open()
  await setUp(admin, { 'fof-upload.cdnUrl': 'https://cdn.example', 'fof-upload.awsS3ACL': 'public-read' })
  const first = fileOf(await upload(member, picture))
  expect(first.url).toBe(`https://cdn.example/${first.path}`)
  expect(s3.objects.get(first.path)?.headers['x-amz-acl']).toBe('public-read')
  await setUp(admin, { 'fof-upload.awsS3CustomUrl': 'https://files.example/forum/' })
  const second = fileOf(await upload(member, picture))
  expect(second.url).toBe(`https://files.example/forum/${second.path}`)
})

test('a shared file that is hidden leaves the bucket, and comes back', async () => {
  const { s3, forum, admin } = await open()
  const { uuid, path } = fileOf(await upload(admin, picture, { shared: true }))
  const toggle = () => admin.patch('/api/fof/upload/hide', { uuid })
  expect((await toggle()).body.data).toMatchObject({
    attributes: { hidden: true, isPrivateShared: true, url: expect.stringContaining('/api/fof/download/') },
  })
  expect([...s3.objects.keys()]).toEqual([])
  expect(await storedFilesIn(forum.dataDir)).toEqual([`.private/files/${path}`])
  expect((await admin.get(`/api/fof/download/${uuid}`)).status).toBe(200)
  expect((await toggle()).body.data).toMatchObject({
    attributes: { hidden: false, isPrivateShared: false, url: expect.stringContaining('amazonaws.com') },
  })
  expect([...s3.objects.keys()]).toEqual([path])
  expect(await storedFilesIn(forum.dataDir)).toEqual([])
})

test('without a bucket its adapter is no place for files', async () => {
  const { member, admin } = await open()
  const { uuid } = fileOf(await upload(member, picture))
  await setUp(admin, { 'fof-upload.awsS3Bucket': '' })
  expect(outcome(await upload(member, picture))).toEqual(refused)
  expect((await admin.get(`/api/fof/download/${uuid}`)).status).toBe(404)
})

test('the environment names the bucket if it names all of it; the page then has no fields for it', () => {
  const bucket = { FOF_UPLOAD_AWS_S3_BUCKET: 'files', FOF_UPLOAD_AWS_S3_REGION: 'eu-west-1' }
  const keys = { FOF_UPLOAD_AWS_S3_KEY: 'k', FOF_UPLOAD_AWS_S3_SECRET: 's' }
  const found = { bucket: 'files', region: 'eu-west-1', usePathStyle: false }
  expect(bucketOfEnvironment(bucket)).toBe(undefined)
  expect(bucketOfEnvironment(keys)).toBe(undefined)
  expect(bucketOfEnvironment({ ...bucket, FOF_UPLOAD_AWS_S3_KEY: 'k' })).toBe(undefined)
  for (const role of ['true', 'TRUE', '1', 'on', 'yes'])
    for (const more of [{}, keys])
      expect(bucketOfEnvironment({ ...bucket, ...more, FOF_UPLOAD_AWS_S3_USE_IAM: role })).toEqual(found)
  expect(bucketOfEnvironment({ ...bucket, FOF_UPLOAD_AWS_S3_USE_IAM: 'false' })).toBe(undefined)
  expect(
    bucketOfEnvironment({
      ...{ ...bucket, ...keys, FOF_UPLOAD_AWS_S3_ENDPOINT: 'http://s3', FOF_UPLOAD_AWS_S3_ACL: 'private' },
      FOF_UPLOAD_AWS_S3_PATH_STYLE_ENDPOINT: '1',
    }),
  ).toEqual({
    ...{ ...found, usePathStyle: true, endpoint: 'http://s3', acl: 'private' },
    credentials: { key: 'k', secret: 's' },
  })
  const fieldsOf = (variables: Record<string, string>) =>
    Object.entries(s3Settings(variables)).flatMap(([key, { form }]) => (form ? [[key, form.field.kind]] : []))
  expect(fieldsOf({ ...bucket, ...keys })).toEqual([['fof-upload.awsS3Bucket', 'component']])
  expect(fieldsOf({})).toHaveLength(8)
})

test('the environment wins over the settings', async () => {
  const { s3, member } = await open()
  const other = await startS3Server()
  for (const [name, value] of Object.entries({
    ...{ BUCKET: other.bucket, REGION: 'eu-west-1', KEY: other.keys.key, SECRET: other.keys.secret },
    ...{ ENDPOINT: other.endpoint, PATH_STYLE_ENDPOINT: 'true', CUSTOM_URL: 'https://env.example/' },
  }))
    vi.stubEnv(`FOF_UPLOAD_AWS_S3_${name}`, value)
  const { url, path } = fileOf(await upload(member, picture))
  vi.unstubAllEnvs()
  expect(url).toBe(`https://env.example/${path}`)
  expect([[...s3.objects.keys()], [...other.objects.keys()]]).toEqual([[], [path]])
})
