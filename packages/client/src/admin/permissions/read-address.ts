import type { Api } from '../../store/api.ts'

interface IdList {
  data: readonly { id: string }[]
}

/**
 * The id of what an address or an id names: `/d/12-title/5` is a discussion or its fifth post, `/u/mira` a member, and
 * other types have addresses that end with a name.
 * @returns the text itself where it is neither; the server says what is wrong with it.
 */
export async function readAddress(typed: string, type: string, api: Api): Promise<string> {
  const text = typed.trim()
  const [, discussion, number] = /\/d\/(\d+)[^/]*(?:\/(\d+))?/.exec(text) ?? []
  if (discussion !== undefined && type === 'discussions') return discussion
  if (discussion !== undefined && type === 'posts') {
    const path = `/posts?filter[discussion]=${discussion}&filter[number]=${number ?? 1}&page[limit]=1`
    const { data } = await api.request<IdList>(path)
    return data[0]?.id ?? text
  }
  if (/^\d*$/.test(text)) return text
  if (type !== 'users') return findByName(text, type, api)
  const [, username] = /\/u\/([^/?#]+)/.exec(text) ?? []
  const { data } = await api.request<{ data: { id: string } }>(
    `/users/${username ?? encodeURIComponent(text)}?bySlug=true`,
  )
  return data.id
}

/** The id of a row whose address ends with its name: `/t/night-trains`. */
async function findByName(text: string, type: string, api: Api): Promise<string> {
  // Encodes what is not encoded yet.
  const path = URL.parse(text, 'https://forum.invalid')?.pathname ?? ''
  const name = path.split('/').findLast((part) => part !== '')
  if (name === undefined) return text
  const { data } = await api.request<{ data: { id: string } }>(`/${type}/${name}`)
  return data.id
}
