import type { Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { readDocumentText } from '#engine/editing/index.ts';
import type { Example } from '#widgets/testing/example-states.ts';
import { documentsOf } from '#widgets/testing/forms.ts';
import type { JsonObject } from '#widgets/testing/widget-examples.ts';
import type { Remark } from '../studio/json/code-editor.tsx';
import { remarksOfFaults, remarksOfFindings } from '../studio/json/remarks.ts';
import type { EditedDocuments } from './shown.ts';

export interface EditedTexts {
  readonly schema: string;
  readonly ui: string;
}

export interface Edited {
  /** Absent if the texts do not compile. */
  readonly edited?: EditedDocuments;
  readonly remarks: { readonly schema: readonly Remark[]; readonly ui: readonly Remark[] };
}

const files = { schema: 'forms/sample/schema.json', ui: 'forms/sample/ui.json' };

/** Compiles an example with an edited schema and UI schema. */
export function editedDocuments(example: Example, documents: Documents, texts: EditedTexts): Edited {
  const schema = readDocumentText(documents, files.schema, texts.schema);
  const ui = readDocumentText(documents, files.ui, texts.ui);
  if (!schema.ok || !ui.ok)
    return {
      remarks: {
        schema: schema.ok ? [] : remarksOfFaults(texts.schema, schema.faults),
        ui: ui.ok ? [] : remarksOfFaults(texts.ui, ui.faults),
      },
    };
  const edited = { schema: schema.value as JsonObject, ui: ui.value as JsonObject };
  const compiled = compile(documentsOf(edited.schema, edited.ui, example.documents));
  if (compiled.ok) return { edited, remarks: { schema: [], ui: [] } };
  const found = compiled.problems.map((problem) => ({ ...problem, severity: 'error' as const }));
  const remarksIn = (key: keyof EditedTexts) =>
    remarksOfFindings(
      texts[key],
      // Problems of other documents are caused by these two and are shown at the schema.
      found.filter(({ file }) => file === files[key] || (key === 'schema' && file !== files.ui)),
      'en',
    );
  return { remarks: { schema: remarksIn('schema'), ui: remarksIn('ui') } };
}
