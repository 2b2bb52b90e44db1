import { admin, describeExtension, eachTestForum, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const extension = await readExtension(here)

describeExtension(here)

eachTestForum((open) => {
  test('administrators choose what all visitors read of the settings', async () => {
    const forum = await open({ extensions: [extension] })
    const prefix = 'datlechin-link-preview.'
    const read = async () => {
      const { attributes } = (await forum.guest().get('/api')).body.data
      return Object.fromEntries(
        Object.entries(attributes).flatMap(([name, value]) =>
          name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
        ),
      )
    }
    expect(await read()).toEqual({
      enableBatchRequests: true,
      convertMediaURLs: false,
      useGoogleFavicons: false,
      blacklist: '',
      whitelist: '',
      openLinksInNewTab: true,
    })
    const asAdmin = await forum.as(admin)
    const store = async (values: Readonly<Record<string, string>>) => {
      const body = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]),
      )
      return (await asAdmin.post('/api/settings', body)).status
    }
    const values = {
      enable_batch_requests: '',
      convert_media_urls: '1',
      use_google_favicons: '1',
      blacklist: 'a.test,\nb.test',
      whitelist: '*.test',
      cache_time: '0',
      open_links_in_new_tab: '0',
    }
    expect(await store(values)).toBe(204)
    expect(await read()).toEqual({
      enableBatchRequests: false,
      convertMediaURLs: true,
      useGoogleFavicons: true,
      blacklist: 'a.test,\nb.test',
      whitelist: '*.test',
      openLinksInNewTab: false,
    })
    for (const cache_time of ['-1', 'x', '1.5', '525601'])
      expect([cache_time, await store({ cache_time })]).toEqual([cache_time, 422])
  })

  test('the fields of the settings stand in the order of the page', async () => {
    const forum = await open({ extensions: [extension] })
    const fields = [...forum.current.points.settings]
      .filter(([, { owner }]) => owner === 'link-preview')
      .toSorted(([, one], [, other]) => (one.form?.order ?? 0) - (other.form?.order ?? 0))
    expect(fields.map(([key]) => key.replace('datlechin-link-preview.', ''))).toEqual([
      'enable_batch_requests',
      'convert_media_urls',
      'use_google_favicons',
      'blacklist',
      'whitelist',
      'cache_time',
      'open_links_in_new_tab',
    ])
  })
})
