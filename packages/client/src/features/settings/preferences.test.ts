import { afterEach, expect, test, vi } from 'vitest'
import { Alerts } from '../../base/alerts.ts'
import { Api } from '../../store/api.ts'
import { Store } from '../../store/store.ts'
import { PreferenceSaver } from './preferences.ts'

afterEach(() => vi.unstubAllGlobals())

const initial = { discloseOnline: true, indexProfile: true, locale: null, notify_renamed_alert: true }

/** Opens a saver for a user, and a server whose responses the test sends. */
function open() {
  vi.stubGlobal('window', { location: new URL('http://localhost/') })
  const requests: { preferences: object; answer: (status?: number) => void }[] = []
  let stored: object = initial
  const fetch = (_url: unknown, init: RequestInit = {}) => {
    const { preferences } = JSON.parse(String(init.body)).data.attributes
    return new Promise<Response>((resolve) => {
      const answer = (status = 200) => {
        if (status === 200) stored = { ...stored, ...preferences }
        const data = { type: 'users', id: '2', attributes: { preferences: stored } }
        const body = status === 200 ? { data } : { errors: [{ status: String(status) }] }
        resolve(new Response(JSON.stringify(body), { status }))
      }
      requests.push({ preferences, answer })
    })
  }
  const store = new Store()
  store.register('users')
  store.pushResource({ type: 'users', id: '2', attributes: { preferences: initial } })
  const api = new Api({ apiUrl: 'http://localhost/api', csrfToken: 'token', fetch })
  const alerts = new Alerts((key) => key)
  const saver = new PreferenceSaver({ api, store, alerts, userId: '2' })
  const nextRequest = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count))
  return { saver, requests, nextRequest, alerts, shown: () => store.get('users', '2')?.preferences }
}

test('a change is shown at once and then saved', async () => {
  const { saver, requests, nextRequest, shown } = open()
  const saving = saver.save({ discloseOnline: false })
  expect(shown()).toEqual({ ...initial, discloseOnline: false })
  expect(saver.state).toBe('saving')
  await nextRequest(1)
  expect(requests[0]?.preferences).toEqual({ discloseOnline: false })
  requests[0]?.answer()
  expect(await saving).toBe(true)
  expect(saver.state).toBe('saved')
  expect(shown()).toEqual({ ...initial, discloseOnline: false })
})

test('changes made during a request go into one further request, without flicker', async () => {
  const { saver, requests, nextRequest, shown } = open()
  void saver.save({ discloseOnline: false })
  await nextRequest(1)
  void saver.save({ indexProfile: false })
  const saving = saver.save({ notify_renamed_alert: false })
  requests[0]?.answer()
  await nextRequest(2)
  expect(shown()).toMatchObject({ discloseOnline: false, indexProfile: false, notify_renamed_alert: false })
  expect(requests[1]?.preferences).toEqual({ indexProfile: false, notify_renamed_alert: false })
  requests[1]?.answer()
  expect(await saving).toBe(true)
  expect(requests).toHaveLength(2)
})

test('a refused change is undone with an alert; later changes stay', async () => {
  const { saver, requests, nextRequest, shown, alerts } = open()
  void saver.save({ discloseOnline: false })
  await nextRequest(1)
  const saving = saver.save({ indexProfile: false })
  requests[0]?.answer(500)
  await nextRequest(2)
  expect(shown()).toEqual({ ...initial, indexProfile: false })
  expect(alerts.state).toHaveLength(1)
  requests[1]?.answer()
  expect(await saving).toBe(false)
  expect(saver.state).toBe('idle')
  expect(shown()).toEqual({ ...initial, indexProfile: false })
})

test('a change that is repeated while the first request fails stays', async () => {
  const { saver, requests, nextRequest, shown } = open()
  void saver.save({ discloseOnline: false })
  await nextRequest(1)
  const saving = saver.save({ discloseOnline: false })
  requests[0]?.answer(429)
  await nextRequest(2)
  expect(shown()).toMatchObject({ discloseOnline: false })
  requests[1]?.answer()
  await saving
  expect(shown()).toMatchObject({ discloseOnline: false })
})
