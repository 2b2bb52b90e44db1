import type { Node } from 'oxc-parser'
import type { Check, Fault } from '../repository.ts'
import { isTest, type SourceFile, walk } from '../source-file.ts'

const maxFileLines = 400
const maxFunctionLines = 80

/** Source files and style sheets have at most 400 lines, functions at most 80; tests and generated files are exempt. */
export const sizes: Check = {
  name: 'size',
  find(repository) {
    const styles = repository.files.filter((file) => file.endsWith('.css'))
    return [
      ...styles.flatMap((file) => fileFault(file, repository.read(file))),
      ...repository.sources
        .filter(({ path }) => !isTest(path) && !/\.generated\.\w+$/.test(path))
        .flatMap((file) => [...fileFault(file.path, file.text), ...functionFaults(file)]),
    ]
  },
}

function fileFault(file: string, text: string): Fault[] {
  const lines = text.replace(/\n$/, '').split('\n').length
  return lines > maxFileLines ? [{ file, message: `${lines} lines; a file has at most ${maxFileLines}` }] : []
}

function functionFaults(file: SourceFile): Fault[] {
  const faults: Fault[] = []
  walk(file.program, (node, ancestors) => {
    if (!isFunction(node)) return
    const line = file.lineAt(node.start)
    const lines = file.lineAt(node.end) - line + 1
    if (lines <= maxFunctionLines) return
    const name = nameOf(node, ancestors.at(-1))
    faults.push({
      file: file.path,
      line,
      message: `${name} has ${lines} lines; a function has at most ${maxFunctionLines}`,
    })
  })
  return faults
}

function isFunction(node: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type)
}

function nameOf(node: Node, parent: Node | undefined): string {
  if ('id' in node && node.id && 'name' in node.id) return String(node.id.name)
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name
  if (parent && 'key' in parent && parent.key && typeof parent.key === 'object' && 'name' in parent.key) {
    return String(parent.key.name)
  }
  return 'a function'
}
