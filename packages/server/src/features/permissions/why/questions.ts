import type { QuestionGroup } from '@parley/shared'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import { permissionLabel } from '../labels.ts'

/** The type of abilities that concern no particular row. */
export const noType = 'global'

/** The abilities about which administrators can ask, by resource type; `global` has those without a row. */
export function abilitiesOf(type: string, { forum }: Context): string[] {
  const { permissions, policies, resources } = forum.points
  if (type !== noType && !(resources.get(type)?.table && policies.abilities(type).includes('view'))) return []
  const granted = [...permissions].flatMap(([name, { ability }]) => {
    if (type === noType) return ability ? [] : [name]
    return ability?.type === type ? [ability.name] : []
  })
  return [...new Set([...policies.abilities(type), ...granted])]
}

/** The name of an ability: the label of its permission, where it has one. */
export function abilityLabel(type: string, ability: string, context: Context): string {
  if (ability === 'view' && type !== noType) return translatorOf(context)('core.admin.why.see_it_label')
  const { permissions } = context.forum.points
  const [permission = ability] =
    [...permissions].find(
      ([, declared]) => declared.ability?.type === type && declared.ability.name === ability,
    ) ?? []
  return permissionLabel(permission, context)
}

/** The questions that have words: of abilities with a label. */
export function readQuestions(context: Context): QuestionGroup[] {
  const { permissionParts, resources } = context.forum.points
  const grids = [...permissionParts.values()].map(({ grid }) => grid)
  return [noType, ...resources.keys()].flatMap((type) => {
    const abilities = abilitiesOf(type, context)
      .map((name) => ({ name, label: abilityLabel(type, name, context) }))
      .filter(({ name, label }) => label !== name)
    const part = grids.find((grid) => grid?.resource === type)
    const label = part && { label: translatorOf(context)(part.label) }
    return abilities.some(({ name }) => name !== 'view') ? [{ type, ...label, abilities }] : []
  })
}
