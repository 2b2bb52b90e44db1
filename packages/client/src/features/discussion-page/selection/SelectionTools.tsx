import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useApp } from '../../../points/app-context.ts'
import { findSelection, type SelectedText } from '../../posts/find-selection.ts'
import { useDiscussionPage } from '../page-context.ts'
import { SelectionActions } from '../slots.ts'

/** Milliseconds for which the selection must stay as it is. */
const settleDelay = 200

/** Distance between the selection and its buttons; pixels. */
const gap = 8

/**
 * Buttons for text that the reader has selected in a post. They stand below its end, where neither the pointer nor the
 * menus of phones are, and are the last ones of the post, so that the Tab key soon comes to them.
 */
export function SelectionTools(): ReactNode {
  const { t, store } = useApp()
  const { stream } = useDiscussionPage()
  const [selected, close] = useSelection()
  const tools = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    if (selected && tools.current) place(tools.current, selected)
  }, [selected])
  const id = selected && stream.state.window.posts.find(({ number }) => number === selected.number)?.id
  const post = id === undefined ? undefined : store.get('posts', id)
  if (selected === undefined || post === undefined) return null
  return createPortal(
    <fieldset
      ref={tools}
      className="SelectionTools"
      aria-label={t('core.forum.post.selection_label')}
      // A press keeps the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        document.getElementById('content')?.focus({ preventScroll: true })
        close()
      }}
    >
      <SelectionActions post={post} text={selected.text} />
    </fieldset>,
    selected.article,
  )
}

/** The selection in the posts, once it stays as it is, and a function that forgets it. */
function useSelection(): [SelectedText | undefined, () => void] {
  const [selected, setSelected] = useState<SelectedText>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => setSelected(findSelection())
    const handleChange = () => {
      clearTimeout(timer)
      if (document.getSelection()?.isCollapsed !== false) setSelected(undefined)
      else timer = setTimeout(read, settleDelay)
    }
    handleChange()
    document.addEventListener('selectionchange', handleChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', handleChange)
    }
  }, [])
  return [selected, () => setSelected(undefined)]
}

/** Places the buttons below the end of the selection, inside the post's column. */
function place(tools: HTMLElement, { end, body }: SelectedText): void {
  const parent = (tools.offsetParent ?? document.body).getBoundingClientRect()
  const column = body.getBoundingClientRect()
  const isRtl = getComputedStyle(tools).direction === 'rtl'
  const before = isRtl ? parent.right - column.right : column.left - parent.left
  const indent = isRtl ? column.right - end.right : end.left - column.left
  const most = column.width - tools.offsetWidth
  tools.style.insetInlineStart = `${before + Math.max(0, Math.min(indent, most))}px`
  tools.style.top = `${end.bottom + gap - parent.top}px`
}
