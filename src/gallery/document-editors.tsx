import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { formatDocument } from '#engine/editing/documents/index.ts';
import {
  listKeyCompletions,
  listValueCompletions,
  maxDocumentLength,
  readDocumentText,
} from '#engine/editing/index.ts';
import type { Example } from '#widgets/testing/example-states.ts';
import { createTestDocuments } from '#widgets/testing/forms.ts';
import type { JsonObject } from '#widgets/testing/widget-examples.ts';
import type { EditorDiagnostic } from '../studio/documents/code-editor.tsx';
import {
  toFaultDiagnostics,
  toFindingDiagnostics,
  toLineAndColumn,
} from '../studio/documents/diagnostics.ts';
import type { EditedDocuments } from './shown-example.ts';

const CodeEditor = lazy(async () => ({
  default: (await import('../studio/documents/code-editor.tsx')).CodeEditor,
}));

export interface DocumentEditorsProps {
  readonly example: Example;
  /** Receives the documents to show instead of the example's own. Undefined if the example is unchanged. */
  readonly onEdit: (edited: EditedDocuments | undefined) => void;
}

const editors = [
  { key: 'schema', title: 'Schema', file: 'forms/sample/schema.json' },
  { key: 'ui', title: 'UI schema', file: 'forms/sample/ui.json' },
] as const;

/**
 * Renders editors of an example's schema and UI schema, and a button that restores the example's texts. Calls
 * `onEdit` whenever the edited texts compile; otherwise the last ones that did stay in use. The texts of
 * another example appear only in a new instance, so set a `key`.
 */
export function DocumentEditors({ example, onEdit }: DocumentEditorsProps): ReactNode {
  const exampleTexts = useMemo(() => formatExampleTexts(example), [example]);
  const [texts, setTexts] = useState(exampleTexts);
  const isUnchanged = texts.schema === exampleTexts.schema && texts.ui === exampleTexts.ui;
  const deferredTexts = useDeferredValue(texts);
  const documents = useMemo(
    () => createTestDocuments(example.schema, example.ui, example.documents),
    [example],
  );
  const { edited, remarks } = useMemo(
    () => compileEditedTexts(example, documents, deferredTexts),
    [example, documents, deferredTexts],
  );
  useEffect(() => {
    if (edited) onEdit(isUnchanged ? undefined : edited);
  }, [edited, isUnchanged, onEdit]);
  return (
    <>
      {editors.map(({ key, title, file }) => (
        <DocumentEditor
          key={key}
          {...{ title, file, documents }}
          text={texts[key]}
          remarks={remarks[key]}
          onChange={(text) => setTexts((former) => ({ ...former, [key]: text }))}
        />
      ))}
      <p>
        <button
          type="button"
          className="st-button"
          disabled={isUnchanged}
          onClick={() => setTexts(exampleTexts)}
        >
          As the example has them
        </button>
      </p>
    </>
  );
}

/** Returns the texts of an example's schema and UI schema, formatted as documents are. */
function formatExampleTexts({ schema, ui }: Example): EditedTexts {
  return { schema: formatDocument(schema), ui: formatDocument(ui) };
}

interface DocumentEditorProps {
  readonly title: string;
  /** The path of the edited document among `documents`. It determines the completions. */
  readonly file: string;
  readonly documents: Documents;
  readonly text: string;
  /** The problems of the text, shown in the editor and as a list below it. */
  readonly remarks: readonly EditorDiagnostic[];
  readonly onChange: (text: string) => void;
}

/**
 * Renders the editor of one document, a button that copies its text, and its problems with their positions.
 */
function DocumentEditor({ title, file, documents, text, remarks, onChange }: DocumentEditorProps): ReactNode {
  const [isCopied, setIsCopied] = useState(false);
  const complete = useMemo(
    () => (path: readonly string[], isKey: boolean) =>
      isKey ? listKeyCompletions(documents, file, path) : listValueCompletions(documents, file, path),
    [documents, file],
  );
  /** Copies the text to the clipboard and reports it until the text changes. */
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <section className="gl-part" aria-label={title}>
      <div className="gl-part-head">
        <h3>{title}</h3>
        <button type="button" className="st-button" onClick={() => void copy()}>
          Copy <span className="gl-unseen">{title}</span>
        </button>
      </div>
      <Suspense fallback={<p className="st-quiet">Loading the editor</p>}>
        <CodeEditor
          label={title}
          isReadOnly={false}
          text={text}
          most={maxDocumentLength}
          remarks={remarks}
          complete={complete}
          onChange={(next) => {
            setIsCopied(false);
            onChange(next);
          }}
          onTooLong={() => undefined}
        />
      </Suspense>
      <div role="status">
        {isCopied && <p className="st-quiet">Copied.</p>}
        <ul>
          {remarks.map(({ from, message, title: what }) => (
            <li key={`${from} ${message}`} className="st-problem">
              {formatPosition(text, from)} {what} {message}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Returns the position of an offset in a text, counted from 1: `Line 2, column 5:`. */
function formatPosition(text: string, from: number): string {
  const { line, column } = toLineAndColumn(text, from);
  return `Line ${line}, column ${column}:`;
}

interface EditedTexts {
  readonly schema: string;
  readonly ui: string;
}

interface EditResult {
  /** The parsed texts. Absent if they are no JSON or do not compile. */
  readonly edited?: EditedDocuments;
  /** The errors in each text, with their positions; empty if there are none. */
  readonly remarks: {
    readonly schema: readonly EditorDiagnostic[];
    readonly ui: readonly EditorDiagnostic[];
  };
}

const editedFiles = { schema: 'forms/sample/schema.json', ui: 'forms/sample/ui.json' };

/**
 * Parses the texts and compiles them with the other documents of the example. Returns the documents if they
 * compile, else remarks on each text. Problems of other documents are remarks on the schema.
 */
function compileEditedTexts(example: Example, documents: Documents, texts: EditedTexts): EditResult {
  const schema = readDocumentText(documents, editedFiles.schema, texts.schema);
  const ui = readDocumentText(documents, editedFiles.ui, texts.ui);
  if (!schema.ok || !ui.ok)
    return {
      remarks: {
        schema: schema.ok ? [] : toFaultDiagnostics(texts.schema, schema.faults),
        ui: ui.ok ? [] : toFaultDiagnostics(texts.ui, ui.faults),
      },
    };
  const edited = { schema: schema.value as JsonObject, ui: ui.value as JsonObject };
  const compiled = compile(createTestDocuments(edited.schema, edited.ui, example.documents));
  if (compiled.ok) return { edited, remarks: { schema: [], ui: [] } };
  const found = compiled.problems.map((problem) => ({ ...problem, severity: 'error' as const }));
  /** Returns the remarks on one of the texts. */
  const listRemarks = (key: keyof EditedTexts) =>
    toFindingDiagnostics(
      texts[key],
      // Problems of other documents are caused by these two and are shown at the schema.
      found.filter(({ file }) => file === editedFiles[key] || (key === 'schema' && file !== editedFiles.ui)),
      'en',
    );
  return { remarks: { schema: listRemarks('schema'), ui: listRemarks('ui') } };
}
