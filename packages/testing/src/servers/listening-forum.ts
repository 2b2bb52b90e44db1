import { createAccessToken } from '@parley/server/access-tokens'
import { onTestFinished } from 'vitest'
import { admin, createTestForum, type TestForum, type TestForumOptions } from '../test-forum.ts'
import { RawConnection } from './raw-connection.ts'

export interface ListeningForum {
  forum: TestForum
  port: number
  /** Opens a connection that ends with the test. */
  open(): Promise<RawConnection>
}

/** A forum that listens on a free port of 127.0.0.1. */
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

/** The line of a request's header with a session of an account. */
export async function tokenLine({ current }: TestForum, userId: number = admin.id): Promise<string> {
  const { token } = await current.database.transaction((db) =>
    createAccessToken(db, { userId, type: 'session', now: current.now() }),
  )
  return `Authorization: Token ${token}`
}
