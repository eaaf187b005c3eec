/** The colours of HTML with Liquid in it, and no more of both than these need: the whole grammars are half a megabyte. */
import { StreamLanguage, type StringStream } from '@codemirror/language'

interface State {
  at: 'text' | 'tag' | 'comment' | 'liquid'
  /** Where a variable stands, and what follows it again. */
  around: 'text' | 'tag'
}

export const markup = StreamLanguage.define<State>({
  name: 'markup',
  startState: () => ({ at: 'text', around: 'text' }),
  token(stream, state) {
    if (state.at === 'comment') return inComment(stream, state)
    if (state.at === 'liquid') return inLiquid(stream, state)
    if (stream.match(/^\{[{%]-?/)) {
      state.around = state.at
      state.at = 'liquid'
      return 'keyword'
    }
    return state.at === 'tag' ? inTag(stream, state) : inText(stream, state)
  },
})

function inText(stream: StringStream, state: State): string | null {
  if (stream.match('<!--')) {
    state.at = 'comment'
    return 'comment'
  }
  if (stream.match(/^<\/?(?=[a-z!])/i)) {
    state.at = 'tag'
    return 'angleBracket'
  }
  stream.next()
  stream.eatWhile(/[^<{]/)
  return null
}

function inComment(stream: StringStream, state: State): string {
  if (stream.match(/^.*?-->/)) state.at = 'text'
  else stream.skipToEnd()
  return 'comment'
}

function inTag(stream: StringStream, state: State): string | null {
  const isFirst = /[</]/.test(stream.string.charAt(stream.pos - 1))
  if (stream.eatSpace()) return null
  if (stream.match(/^\/?>/)) {
    state.at = 'text'
    return 'angleBracket'
  }
  // a value ends at a variable, which has colours of its own
  if (stream.match(/^(?:"(?:[^"{]|\{(?![{%]))*"?|'(?:[^'{]|\{(?![{%]))*'?)/)) return 'attributeValue'
  if (stream.match(/^[!\w:-]+/)) return isFirst ? 'tagName' : 'attributeName'
  stream.next()
  return null
}

function inLiquid(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null
  if (stream.match(/^-?[%}]\}/)) {
    state.at = state.around
    return 'keyword'
  }
  if (stream.match(/^(?:"[^"]*"?|'[^']*'?)/)) return 'string'
  if (stream.match(/^[\w.-]+/)) return 'propertyName'
  stream.next()
  return 'punctuation'
}
