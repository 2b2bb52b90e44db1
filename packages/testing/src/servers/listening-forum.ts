import { createAccessToken } from '@parley/server/access-tokens'
import { onTestFinished } from 'vitest'
import { admin } from '../database/set-up.ts'
import { createTestForum, type TestForum, type TestForumOptions } from '../test-forum.ts'
import { RawConnection } from './raw-connection.ts'

export interface ListeningForum {
  forum: TestForum
  port: number
  /** Opens a connection, which is closed when the test ends. */
  open(): Promise<RawConnection>
}

/** Starts a forum that listens on a free port of 127.0.0.1. */
export async function listeningForum(options: TestForumOptions = {}): Promise<ListeningForum> {
  const forum = await createTestForum({ port: 0, ...options })
  const port = await forum.listen()
  const open = async () => {
    const connection = await RawConnection.open(port)
    onTestFinished(() => connection.end())
    return connection
  }
  return { forum, port, open }
}

/** Creates a session and returns its `Authorization` header line. */
export async function authorizationLine({ current }: TestForum, userId: number = admin.id): Promise<string> {
  const { token } = await current.database.transaction((db) =>
    createAccessToken(db, { userId, type: 'session', now: current.now() }),
  )
  return `Authorization: Token ${token}`
}
