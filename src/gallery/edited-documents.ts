import type { Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { readDocumentText } from '#engine/editing/index.ts';
import type { Example } from '#widgets/testing/example-states.ts';
import { createTestDocuments } from '#widgets/testing/forms.ts';
import type { JsonObject } from '#widgets/testing/widget-examples.ts';
import type { EditorDiagnostic } from '../studio/documents/code-editor.tsx';
import { toFaultDiagnostics, toFindingDiagnostics } from '../studio/documents/diagnostics.ts';
import type { EditedDocuments } from './shown-example.ts';

export interface EditedTexts {
  readonly schema: string;
  readonly ui: string;
}

export interface EditResult {
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
export function compileEditedTexts(example: Example, documents: Documents, texts: EditedTexts): EditResult {
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
