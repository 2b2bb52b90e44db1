import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The folder of Twemoji’s pictures. */
const folder = fileURLToPath(new URL('dist/svg/', import.meta.resolve('@discordapp/twemoji/package.json')))

let listed: Promise<ReadonlyMap<string, string>> | undefined

/** Reads the picture of that name (`pictureName`); undefined if the set has none. */
export async function readPicture(name: string): Promise<string | undefined> {
  listed ??= listPictures()
  const file = (await listed).get(name)
  return file === undefined ? undefined : await readFile(folder + file, 'utf8')
}

/** The files by the names under which they are served, which never have `fe0f`. */
async function listPictures(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.svg'))
  return new Map(files.map((file) => [file.slice(0, -'.svg'.length).replaceAll('-fe0f', ''), file]))
}
