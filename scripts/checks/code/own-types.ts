import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { API, type Diagnostic, type Program } from 'typescript/unstable/async'
import type { Fault } from '../repository.ts'

/**
 * Type checks the files of several projects outside `packages/`. One compiler serves all of them: it parses each file once,
 * and of the packages it works out only the types that these files use. The packages themselves have a project of their own.
 */
export async function checkOwnTypes(root: string, projects: readonly string[]): Promise<Fault[]> {
  if (projects.length === 0) return []
  const api = new API({ cwd: root })
  try {
    const snapshot = await api.updateSnapshot({
      openProjects: projects.map((project) => join(root, project)),
    })
    const faults: Fault[] = []
    for (const project of projects) {
      const program = snapshot.getProject(join(root, project))?.program
      if (!program) throw new Error(`${project} cannot be opened`)
      faults.push(...(await checkProgram(root, project, program)))
    }
    return faults
  } finally {
    await api.close()
  }
}

async function checkProgram(root: string, project: string, program: Program): Promise<Fault[]> {
  const found = [
    ...(await program.getConfigFileParsingDiagnostics()),
    ...(await program.getProgramDiagnostics()),
  ]
  for (const file of await program.getSourceFileNames()) {
    if (!isOwn(relative(root, file))) continue
    found.push(...(await program.getSyntacticDiagnostics(file)))
    found.push(...(await program.getSemanticDiagnostics(file)))
  }
  return found.map((diagnostic) => asFault(root, project, diagnostic))
}

/** Whether a file is under the root, and in no package: neither of this repository nor an installed one. */
function isOwn(path: string): boolean {
  return !/^(\.\.|packages)[\\/]|(^|[\\/])node_modules[\\/]|:/.test(path)
}

function asFault(root: string, project: string, { fileName, pos, code, text }: Diagnostic): Fault {
  const message = `TS${code}: ${text}`
  if (!fileName) return { file: project, message }
  const before = readFileSync(fileName, 'utf8').slice(0, Math.max(0, pos))
  return { file: relative(root, fileName), line: before.split('\n').length, message }
}
