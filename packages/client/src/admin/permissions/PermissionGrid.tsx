import type { OverviewRow, PermissionOverview } from '@parley/shared'
import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Column, cellOf, columnsOf, findPermission } from './columns.ts'
import { HoldersCell, SettingCell, Warnings } from './GridCells.tsx'
import { ColumnSelect, PartButtons } from './PartControls.tsx'
import type { PermissionsModel } from './permissions-model.ts'

interface GridProps {
  model: PermissionsModel
  overview: PermissionOverview
}

/**
 * The permissions by section, each with the groups that hold it: everywhere, and in the parts of the forum with
 * permissions of their own. On phones one of these columns shows at a time.
 */
export function PermissionGrid({ model, overview }: GridProps): ReactNode {
  const t = useT()
  const columns = columnsOf(overview)
  const table = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState('')
  // The part of the chosen column may be gone.
  const chosen = columns.some(({ key }) => key === place) ? place : ''
  const choose = (key: string) => {
    setPlace(key)
    const head = table.current?.querySelector(`[data-column="${CSS.escape(key)}"]`)
    head?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }
  const everywhere = classNames('PermissionGrid-cell', chosen === '' && 'is-chosen')
  return (
    <>
      <PartButtons model={model} kinds={overview.parts} />
      {columns.length > 0 && <ColumnSelect columns={columns} value={chosen} onChange={choose} />}
      <div
        className={classNames(
          'PermissionGrid',
          columns.length > 0 && 'PermissionGrid--parts',
          chosen !== '' && 'is-narrowed',
        )}
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <table ref={table}>
          <thead className={columns.length === 0 ? 'VisuallyHidden' : undefined}>
            <tr>
              <th scope="col">{t('core.admin.permissions.permission_column')}</th>
              <th scope="col" className={everywhere} data-column="">
                {columns.length === 0
                  ? t('core.admin.permissions.groups_column')
                  : t('core.admin.permissions.everywhere_column')}
              </th>
              {columns.map((column) => (
                <PartHead key={column.key} column={column} model={model} isChosen={column.key === chosen} />
              ))}
            </tr>
          </thead>
          {overview.sections.map((section) => (
            <GridSection
              key={section.name}
              section={section}
              {...{ model, overview, columns, chosen, everywhere }}
            />
          ))}
        </table>
      </div>
    </>
  )
}

interface ColumnsProps extends GridProps {
  columns: readonly Column[]
  /** The key of the column that phones show; empty for that of the whole forum. */
  chosen: string
  /** Class of the cells for the whole forum. */
  everywhere: string
}

interface SectionProps extends ColumnsProps {
  section: PermissionOverview['sections'][number]
}

function GridSection({ section, ...props }: SectionProps): ReactNode {
  const id = useId()
  const rows = props.overview.rows.filter((row) => row.section === section.name)
  if (rows.length === 0) return null
  const isScoped = rows.some((row) => row.kind === 'permission' && row.scoped)
  return (
    <tbody aria-labelledby={id} className={isScoped ? 'is-scoped' : undefined}>
      <tr className="PermissionGrid-section">
        <td>
          <h3 id={id}>{section.label}</h3>
        </td>
      </tr>
      {rows.map((row) => (
        <GridRow key={row.kind === 'setting' ? row.setting : row.permission} row={row} {...props} />
      ))}
    </tbody>
  )
}

interface RowProps extends ColumnsProps {
  row: OverviewRow
}

function GridRow({ row, model, overview, columns, chosen, everywhere }: RowProps): ReactNode {
  const t = useT()
  return (
    <tr className={row.kind === 'permission' && row.scoped ? 'is-scoped' : undefined}>
      <th scope="row">
        {row.label}
        {row.extension && <span className="PermissionGrid-extension">{row.extension}</span>}
      </th>
      <td className={everywhere}>
        {row.kind === 'setting' ? (
          <SettingCell row={row} model={model} />
        ) : (
          <HoldersCell
            row={row}
            model={model}
            overview={overview}
            find={(current) => findPermission(current, row.permission)}
          />
        )}
        <Warnings row={row} overview={overview} />
      </td>
      {columns.map((column) => {
        const find = (current: PermissionOverview) =>
          row.kind === 'permission' ? cellOf(current, row, column, t) : undefined
        const cell = find(overview)
        return (
          <td
            key={column.key}
            className={classNames('PermissionGrid-cell', column.key === chosen && 'is-chosen')}
          >
            {cell && <HoldersCell row={cell} model={model} overview={overview} find={find} />}
            {cell && <Warnings row={cell} overview={overview} />}
          </td>
        )
      })}
    </tr>
  )
}

interface PartHeadProps {
  column: Column
  model: PermissionsModel
  isChosen: boolean
}

/** The name of a part over its column, and what removes the column with its permissions. */
function PartHead({ column: { key, kind, part }, model, isChosen }: PartHeadProps): ReactNode {
  const { modals, t } = useApp()
  const remove = async () => {
    const isConfirmed = await modals.confirm({
      title: t('core.admin.permissions.remove_part_confirmation', { part: part.name }),
      text: kind.removeText,
      confirmLabel: t('core.admin.permissions.remove_part_submit_button'),
      isDanger: true,
    })
    if (isConfirmed) await model.restrict(kind, part, false)
  }
  return (
    <th scope="col" className={classNames('PermissionGrid-cell', isChosen && 'is-chosen')} data-column={key}>
      <span className="PermissionGrid-part" style={partColor(part.color)}>
        <bdi>{part.name}</bdi>
        <Button icon="close" variant="quiet" isSmall isIconOnly onClick={() => void remove()}>
          {t('core.admin.permissions.remove_part_button', { part: part.name })}
        </Button>
      </span>
    </th>
  )
}

function partColor(color: string | null): CSSProperties | undefined {
  return color === null ? undefined : ({ '--own': color } as CSSProperties)
}
