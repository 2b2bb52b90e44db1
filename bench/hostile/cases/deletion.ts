import { type Attack, administratorHeaders, ask, type HostileCase } from '../attack.ts'

interface List {
  data: { id: string }[]
}

/** Deletes the longest discussion but those that other cases need, and looks for it through several doors. */
export const deletion: HostileCase = {
  name: 'deletion of a long discussion',
  async run(attack) {
    const { plan } = attack
    const response = await fetch(`${plan.url}/api/discussions?sort=-commentCount`, {
      headers: administratorHeaders(plan),
    })
    const { data } = (await response.json()) as List
    const kept = new Set([plan.longest.id, plan.quotes.id, ...plan.ordinary.map(({ id }) => id)])
    const found = data.find(({ id }) => !kept.has(id))
    if (found) await deleteDiscussion(attack, found.id)
  },
}

/** Deletes a discussion, and notes a fault where it can still be seen. */
export async function deleteDiscussion(attack: Attack, id: string): Promise<void> {
  const headers = administratorHeaders(attack.plan)
  const status = await ask(attack, 'deletion', `/api/discussions/${id}`, { method: 'DELETE', headers })
  if (status === 503) return
  if (status !== 204) attack.faults.add(`deletion was answered with ${status}`)
  const doors = [`/api/discussions/${id}`, `/d/${id}`, `/atom/d/${id}`]
  for (const door of doors) {
    const seen = await ask(attack, 'deleted discussion', door, { headers })
    if (seen !== 404 && seen !== 503) attack.faults.add(`A deleted discussion was answered with ${seen}`)
  }
  const posts = await fetch(`${attack.plan.url}/api/posts?filter%5Bdiscussion%5D=${id}`, { headers })
  if (posts.status === 200 && ((await posts.json()) as List).data.length > 0) {
    attack.faults.add('Posts of a deleted discussion are listed')
  }
}
