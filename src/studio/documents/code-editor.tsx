import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getLocation } from 'jsonc-parser';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Completion } from '#engine/editing/index.ts';

/** A message about a range of the text, by offsets. */
export interface EditorDiagnostic extends Diagnostic {
  /** The title in the studio's language. The message is the exact reason, in English. */
  readonly title?: string | undefined;
}

/**
 * Returns the completions at a position of the document. If `isKey` is true, they are property names of the
 * object at the path; otherwise, values at the path.
 */
export type CompleteJson = (path: readonly string[], isKey: boolean) => readonly Completion[];

export interface CodeEditorProps {
  /** The accessible name of the editor. */
  readonly label: string;
  readonly isReadOnly: boolean;
  /** The current text. Differences are written into the editor without moving the cursor. */
  readonly text: string;
  /** The maximum number of characters. A longer edit is refused. */
  readonly most: number;
  /** The messages to show. Offsets beyond the end of the text are shown at its end. */
  readonly remarks: readonly EditorDiagnostic[];
  /**
   * The initial offset of the cursor, which is scrolled into view and focused. Absent: the editor does not
   * get the focus.
   */
  readonly begin?: { readonly from: number } | undefined;
  readonly complete: CompleteJson;
  /** Called with the whole text after each edit in the editor, but not after a change of `text`. */
  readonly onChange: (text: string) => void;
  /** Called with the number of characters that a refused edit would have led to. */
  readonly onTooLong: (length: number) => void;
}

/**
 * Renders a JSON editor (CodeMirror 6). It is in a shadow tree, because there CodeMirror uses constructed
 * style sheets, which a Content Security Policy without inline styles allows (CSSOM, "adoptedStyleSheets").
 * Tab leaves the editor (WCAG 2.2, 2.1.2).
 */
export function CodeEditor(props: CodeEditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const made = new EditorView({ parent: root, root, state: createEditorState(latest) });
    view.current = made;
    const { begin } = latest.current;
    if (begin) {
      const effects = EditorView.scrollIntoView(begin.from, { y: 'center' });
      made.dispatch({ selection: { anchor: begin.from }, effects });
      made.focus();
    }
    return () => made.destroy();
  }, []);
  const { text, remarks, isReadOnly } = props;
  useEffect(() => {
    view.current?.dispatch({ effects: writability.reconfigure(EditorState.readOnly.of(isReadOnly)) });
  }, [isReadOnly]);
  useEffect(() => {
    if (view.current) replaceText(view.current, text);
  }, [text]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const { length } = editor.state.doc;
    const inside = remarks.map((remark) => ({
      ...remark,
      from: Math.min(remark.from, length),
      to: Math.min(remark.to, length),
      renderMessage: () => renderDiagnostic(remark),
    }));
    editor.dispatch(setDiagnostics(editor.state, inside));
  }, [remarks]);
  return <div ref={host} className="st-code" dir="ltr" />;
}

/** Returns an element with the title, if there is one, and below it the message, marked as English. */
function renderDiagnostic({ title, message }: EditorDiagnostic): Node {
  const whole = document.createElement('span');
  if (title !== undefined) whole.append(title, document.createElement('br'));
  const detail = whole.appendChild(document.createElement('span'));
  detail.append(message);
  detail.lang = 'en';
  detail.dir = 'ltr';
  return whole;
}

/** Marks changes that come from the draft, so that they are not sent back to it. */
const fromDraft = Annotation.define<boolean>();

/** Switches between read-only and editable, because permissions may change. */
const writability = new Compartment();

/**
 * Creates the initial state from the props in the ref. Its callbacks read the latest props; label and text
 * are read only once.
 */
function createEditorState(latest: { readonly current: CodeEditorProps }): EditorState {
  return EditorState.create({
    doc: latest.current.text,
    extensions: [
      writability.of(EditorState.readOnly.of(latest.current.isReadOnly)),
      lineNumbers(),
      foldGutter(),
      lintGutter(),
      history(),
      bracketMatching(),
      highlightActiveLine(),
      json(),
      syntaxHighlighting(highlightStyle),
      editorTheme,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': latest.current.label,
        spellcheck: 'false',
        // The content is focusable anyway. The attribute makes it explicit that the scrolled area is
        // reachable by keyboard.
        tabindex: '0',
      }),
      EditorState.tabSize.of(2),
      autocompletion({ override: [(context) => listCompletions(context, latest.current.complete)] }),
      EditorState.changeFilter.of((transaction) => {
        const { length } = transaction.newDoc;
        if (length <= latest.current.most) return true;
        latest.current.onTooLong(length);
        return false;
      }),
      EditorView.updateListener.of(({ docChanged, state, transactions }) => {
        const isOwn = transactions.some((one) => one.docChanged && !one.annotation(fromDraft));
        if (docChanged && isOwn) latest.current.onChange(state.doc.toString());
      }),
      EditorView.domEventHandlers({ beforeinput: replaceSelection }),
      Prec.high(keymap.of(completionKeymap)),
      keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
    ],
  });
}

/**
 * Replaces the selection by the typed text. By default, browsers preserve the style of the old text with
 * `style` attributes, which the Content Security Policy forbids and reports in the console.
 * @returns False if the browser has to handle the event.
 */
function replaceSelection(event: InputEvent, view: EditorView): boolean {
  const { data, inputType, isComposing } = event;
  if (view.state.readOnly) return false;
  if (inputType !== 'insertText' || data === null || isComposing || view.state.selection.main.empty)
    return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

/**
 * Replaces the text of the editor, but only the part that differs, so that the cursor stays in place.
 * `onChange` is not called. Does nothing if the text is the same.
 */
function replaceText(view: EditorView, text: string): void {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0;
  while (from < old.length && old[from] === text[from]) from += 1;
  let behind = 0;
  while (
    behind < Math.min(old.length, text.length) - from &&
    old[old.length - 1 - behind] === text[text.length - 1 - behind]
  )
    behind += 1;
  view.dispatch({
    changes: { from, to: old.length - behind, insert: text.slice(from, text.length - behind) },
    annotations: fromDraft.of(true),
  });
}

/**
 * Returns the completions at the cursor, with the range of text that they replace. Null if there are none, or
 * if no word is begun and the person did not ask for them.
 */
function listCompletions(context: CompletionContext, complete: CompleteJson): CompletionResult | null {
  const text = context.state.doc.toString();
  const { path, isAtPropertyKey, previousNode } = getLocation(text, context.pos);
  const word = context.matchBefore(/"?[^"\s,:{}[\]]*/);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  const isInside = previousNode !== undefined && previousNode.offset < context.pos;
  const steps = path.map(String);
  const options = complete(isAtPropertyKey ? steps.slice(0, -1) : steps, isAtPropertyKey);
  if (options.length === 0) return null;
  const end = text[context.pos] === '"' && isInside ? context.pos + 1 : context.pos;
  return {
    from: word.from,
    to: end,
    options: options.map(({ word: name, description }) => {
      const label = isAtPropertyKey ? JSON.stringify(name) : name;
      return {
        label,
        type: isAtPropertyKey ? 'property' : 'constant',
        ...(description && { info: description }),
      };
    }),
  };
}

const highlightStyle = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--st-accent)' },
  { tag: tags.string, color: 'var(--st-good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--st-warning)' },
  { tag: tags.punctuation, color: 'var(--st-muted)' },
]);

/** The theme, with the custom properties of the studio, which are inherited into the shadow tree. */
const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--st-ink)', backgroundColor: 'var(--st-pane)', fontSize: '0.875rem' },
  // The focus ring is drawn around the whole editor from outside.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '1.55',
  },
  '.cm-content': { caretColor: 'var(--st-ink)', direction: 'ltr', textAlign: 'left' },
  '.cm-gutters': { backgroundColor: 'var(--st-sunken)', color: 'var(--st-muted)', border: '0' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--st-chosen) 45%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--st-ink)' },
  '.cm-tooltip': { backgroundColor: 'var(--st-pane)', color: 'var(--st-ink)', borderColor: 'var(--st-line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--st-chosen)',
    color: 'var(--st-ink)',
  },
  '.cm-completionInfo': { maxWidth: '22rem', fontFamily: 'inherit' },
  '.cm-diagnostic': { borderLeftWidth: '3px' },
  // Replaces pictures with `data:` addresses, which the policy blocks.
  '.cm-lintRange': { backgroundImage: 'none', paddingBottom: '0' },
  '.cm-lintRange-error': { textDecoration: 'underline wavy var(--st-danger)' },
  '.cm-lintRange-warning': { textDecoration: 'underline wavy var(--st-warning)' },
  '.cm-lintRange-info': { textDecoration: 'underline dotted var(--st-muted)' },
  '.cm-lint-marker': { display: 'grid', placeItems: 'center' },
  '.cm-lint-marker-error': { content: '"●"', color: 'var(--st-danger)' },
  '.cm-lint-marker-warning': { content: '"▲"', color: 'var(--st-warning)' },
  '.cm-lint-marker-info': { content: '"■"', color: 'var(--st-muted)' },
});
