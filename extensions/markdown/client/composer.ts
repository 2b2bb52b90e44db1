import { defineComposerExtension, type EditorCommand, type EditorHandle } from '@parley/client'
import type { Edit, Selected } from './edits/edit.ts'
import {
  bold,
  code,
  hasInline,
  type InlineStyle,
  italic,
  spoiler,
  strikethrough,
  toggleInline,
} from './edits/inline.ts'
import { continueLine } from './edits/keys.ts'
import {
  hasCodeBlock,
  hasHeading,
  hasList,
  hasQuote,
  hasSeveralLines,
  hasSpoilerLines,
  toggleCodeBlock,
  toggleHeading,
  toggleList,
  toggleQuote,
  toggleSpoilerLines,
} from './edits/lines.ts'
import { hasLink, toggleLink } from './edits/links.ts'
import { pasteLink, pasteTable } from './paste.ts'
import { samples } from './samples.ts'
import { TabKey } from './tab-key.ts'

/** How a command changes the text. */
interface Style {
  toggle(selected: Selected, placeholder: string): Edit | undefined
  isOn(selected: Selected): boolean
}

const inline = (style: InlineStyle): Style => ({
  toggle: (selected, placeholder) => toggleInline(selected, style, placeholder),
  isOn: (selected) => hasInline(selected, style),
})

const heading: Style = { toggle: toggleHeading, isOn: hasHeading }
const quote: Style = { toggle: toggleQuote, isOn: hasQuote }

/** One line is hidden or made code in place, several are so as a block. */
const spoilers: Style = {
  toggle: (selected, placeholder) =>
    hasSpoilerLines(selected) || hasSeveralLines(selected)
      ? toggleSpoilerLines(selected)
      : toggleInline(selected, spoiler, placeholder),
  isOn: (selected) => hasSpoilerLines(selected) || hasInline(selected, spoiler),
}
const codes: Style = {
  toggle: (selected, placeholder) =>
    hasCodeBlock(selected) || hasSeveralLines(selected)
      ? toggleCodeBlock(selected)
      : toggleInline(selected, code, placeholder),
  isOn: (selected) => hasCodeBlock(selected) || hasInline(selected, code),
}

const link = (isImage: boolean): Style => ({
  toggle: (selected, placeholder) => toggleLink(selected, isImage, placeholder),
  isOn: (selected) => hasLink(selected, isImage),
})

const list = (isOrdered: boolean): Style => ({
  toggle: (selected, placeholder) => toggleList(selected, isOrdered, placeholder),
  isOn: (selected) => hasList(selected, isOrdered),
})

function command(
  name: string,
  icon: string,
  priority: number,
  style: Style,
  more: Pick<EditorCommand, 'key'> = {},
): EditorCommand {
  return {
    label: `markdown.lib.composer.${name}_tooltip`,
    icon,
    priority,
    ...more,
    run: ({ app, editor }) =>
      apply(editor, style.toggle(editor, app.t(`markdown.lib.composer.${name}_placeholder`))),
    isActive: ({ editor }) => style.isOn(editor),
  }
}

/** Makes an edit. @returns whether the text has changed. */
function apply(editor: EditorHandle, edit: Edit | undefined): boolean {
  return edit !== undefined && editor.replace(edit.start, edit.end, edit.text, edit.selection)
}

const tabKey = new TabKey(apply)

export default defineComposerExtension({
  commands: {
    header: command('header', 'heading', 1000, heading),
    bold: command('bold', 'bold', 900, inline(bold), { key: 'Mod+b' }),
    italic: command('italic', 'italic', 800, inline(italic), { key: 'Mod+i' }),
    strikethrough: command('strikethrough', 'strike', 700, inline(strikethrough)),
    quote: command('quote', 'quote', 600, quote),
    spoiler: command('spoiler', 'eyeoff', 500, spoilers),
    code: command('code', 'code', 400, codes),
    link: command('link', 'link', 300, link(false)),
    image: command('image', 'image', 200, link(true)),
    unorderedList: command('unordered_list', 'ul', 100, list(false)),
    orderedList: command('ordered_list', 'ol', 0, list(true)),
  },
  keys: {
    continueLine: (event, { editor }) =>
      event.key === 'Enter' && !hasModifier(event) && !event.shiftKey && apply(editor, continueLine(editor)),
    tab: (event, { editor }) => !hasModifier(event) && tabKey.handle(event, editor),
  },
  paste: {
    link: (data, { editor }) => apply(editor, pasteLink(data, editor)),
    table: (data, { editor }) => apply(editor, pasteTable(data, editor)),
  },
  hints: { tab: 'markdown.lib.composer.tab_hint' },
  samples,
})

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}
