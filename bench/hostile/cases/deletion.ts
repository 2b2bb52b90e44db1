import { type Attack, administratorHeaders, type HostileCase, sendRequest } from '../attack.ts'

interface List {
  data: { id: string }[]
}

/** Deletes the longest discussion that no other case needs, and checks that no page shows it. */
export const deletion: HostileCase = {
  name: 'deletion of a long discussion',
  async run(attack) {
    const { plan } = attack
    const response = await fetch(`${plan.url}/api/discussions?sort=-commentCount`, {
      headers: administratorHeaders(plan),
    })
    const { data } = (await response.json()) as List
    const reserved = new Set([plan.longest.id, plan.quotes.id, ...plan.ordinary.map(({ id }) => id)])
    const found = data.find(({ id }) => !reserved.has(id))
    if (found) await deleteDiscussion(attack, found.id)
  },
}

/** Deletes a discussion. A page that still shows it is a fault. */
export async function deleteDiscussion(attack: Attack, id: string): Promise<void> {
  const headers = administratorHeaders(attack.plan)
  const status = await sendRequest(attack, 'deletion', `/api/discussions/${id}`, {
    method: 'DELETE',
    headers,
  })
  if (status === 503) return
  if (status !== 204) attack.faults.add(`deletion was answered with ${status}`)
  const paths = [`/api/discussions/${id}`, `/d/${id}`, `/atom/d/${id}`]
  for (const path of paths) {
    const seen = await sendRequest(attack, 'deleted discussion', path, { headers })
    if (seen !== 404 && seen !== 503) attack.faults.add(`A deleted discussion was answered with ${seen}`)
  }
  const posts = await fetch(`${attack.plan.url}/api/posts?filter%5Bdiscussion%5D=${id}`, { headers })
  if (posts.status === 200 && ((await posts.json()) as List).data.length > 0) {
    attack.faults.add('Posts of a deleted discussion are listed')
  }
}
