import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type RefObject, useEffect, useRef } from 'react'
import { markup } from './markup.ts'

/** Where a text is wrong, counted from one. */
export interface Flaw {
  readonly line: number
  readonly column?: number
  readonly message: string
}

/** What the variables list does to the text. */
export interface EditorHandle {
  insert(text: string): void
  focus(): void
}

interface Props {
  readonly label: string
  readonly value: string
  readonly isHtml: boolean
  readonly isReadOnly: boolean
  readonly flaw: Flaw | null
  readonly handle: RefObject<EditorHandle | null>
  onChange(value: string): void
}

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--blue)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--amber)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--green)' },
  { tag: [tags.comment, tags.angleBracket, tags.punctuation], color: 'var(--text-3)' },
])

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: 'var(--t-sm)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--text-3)', borderColor: 'var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused': { outline: '2px solid var(--ring)', outlineOffset: '-2px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--select)',
  },
  '.cm-panels, .cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--text)', borderColor: 'var(--line)' },
})

const normal = (text: string) => text.replace(/\r\n?/g, '\n')

/** The nonce of the page, without which the policy takes the styles of the editor away. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

/** A text with its lines numbered. The Tab key leaves it, as it leaves any field. */
export default function Editor({ label, value, isHtml, isReadOnly, flaw, handle, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const told = useRef(onChange)
  told.current = onChange
  const first = useRef(value)
  first.current = value
  useEffect(() => {
    const made = new EditorView({
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(),
          highlightSpecialChars(),
          history(),
          drawSelection(),
          bracketMatching(),
          search({ top: true }),
          // it sends the form, as in any field, and puts no line in
          keymap.of([{ key: 'Mod-Enter', run: () => true }, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
          ...(isHtml ? [markup] : []),
          syntaxHighlighting(colours),
          look,
          EditorView.lineWrapping,
          EditorView.cspNonce.of(nonce()),
          EditorView.contentAttributes.of({
            'aria-label': label,
            spellcheck: 'false',
            tabindex: '0',
            ...(isReadOnly && { 'aria-readonly': 'true' }),
          }),
          EditorState.readOnly.of(isReadOnly),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && normal(first.current) !== update.state.doc.toString()) told.current(update.state.doc.toString())
          }),
        ],
      }),
      ...(box.current && { parent: box.current }),
    })
    view.current = made
    handle.current = {
      focus: () => made.focus(),
      insert(text) {
        made.dispatch(made.state.replaceSelection(text))
        made.focus()
      },
    }
    return () => {
      handle.current = null
      made.destroy()
    }
  }, [isHtml, isReadOnly, label, handle])
  useEffect(() => {
    const shown = view.current
    if (!shown || shown.state.doc.toString() === normal(value)) return
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: normal(value) } })
  }, [value])
  useEffect(() => {
    const shown = view.current
    if (!shown) return
    const { doc } = shown.state
    const line = flaw && doc.line(Math.min(Math.max(1, flaw.line), doc.lines))
    const from = line ? Math.min(line.to, line.from + Math.max(0, (flaw?.column ?? 1) - 1)) : 0
    const found = line && flaw ? [{ from, to: line.to, severity: 'error' as const, message: flaw.message }] : []
    shown.dispatch(setDiagnostics(shown.state, found))
  }, [flaw])
  return <div ref={box} className="editor" dir="ltr" />
}
