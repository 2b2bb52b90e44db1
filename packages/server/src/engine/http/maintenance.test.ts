import { createTestForum } from '@parley/testing'
import { describe, expect, test } from 'vitest'

describe('maintenance', () => {
  const document = {
    errors: [
      {
        status: '503',
        code: 'maintenance',
        title: 'The forum is closed for maintenance. Try again in a few minutes.',
      },
    ],
  }

  test('answers programs with an error document, whatever they request', async () => {
    const forum = await createTestForum({ isOffline: true })
    const guest = forum.guest()
    const admin = await forum.as(1)
    const answers = [
      await guest.get('/api'),
      await guest.get('/api/unheard-of'),
      await guest.post('/api/token', { identification: 'admin', password: 'password' }),
      await guest.send('/api/users', { method: 'POST', body: '{' }),
      await guest.send('/api/users', { method: 'OPTIONS' }),
      await admin.post('/api/settings', { forum_title: 'No' }),
      await guest.get('/d/1', { accept: 'text/html, application/vnd.api+json' }),
    ]
    for (const { status, headers, body } of answers) {
      expect({ status, type: headers['content-type'], retryAfter: headers['retry-after'] }).toEqual({
        status: 503,
        type: 'application/vnd.api+json',
        retryAfter: '300',
      })
      expect(body).toEqual(document)
      expect(headers).not.toHaveProperty('set-cookie')
    }
    expect(forum.current.settings.get('forum_title')).toBe('Test forum')
  })

  test('answers browsers with a page, and health checks and assets as always', async () => {
    const forum = await createTestForum({ isOffline: true })
    const guest = forum.guest()
    for (const path of ['/', '/admin', '/login', '/d/1', '/%zz']) {
      const { status, headers, text } = await guest.get(path)
      expect({ path, status, retryAfter: headers['retry-after'] }).toEqual({
        path,
        status: 503,
        retryAfter: '300',
      })
      expect(headers['content-type']).toContain('text/html')
      expect(text).toContain('closed for maintenance')
    }
    expect((await guest.get('/health')).status).toBe(200)
    expect((await guest.get('/ready')).status).toBe(200)
    expect((await guest.get('/assets/missing.js')).status).toBe(404)
    expect(forum.logged).toEqual([])
  })
})
