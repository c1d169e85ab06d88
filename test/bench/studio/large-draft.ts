import type { Documents, Json } from '#engine';
import { addField, applyPatches, type Patch } from '#engine/editing/index.ts';
import { readShippedDocuments } from '../../support/forms.ts';

/** The key of the edited form. */
export const editedType = 'service';

/** Returns a new field's label: `createLabel(12) // 'Question 12'`. */
export const createLabel = (at: number): string => `Question ${at}`;

/**
 * Returns the shipped documents with fields added to the service form, as the studio adds them, and rules.
 */
export function createLargeDocuments(counts: { readonly fields: number; readonly rules: number }): Documents {
  let documents = readShippedDocuments();
  const perform = (patches: readonly Patch[]) => {
    const applied = applyPatches(documents, patches);
    if (!applied.ok) throw new Error(`Cannot make the form: ${JSON.stringify(applied)}`);
    documents = applied.documents;
  };
  const added: string[] = [];
  const first = Object.keys(getProperties(documents)).length;
  for (let at = first; at < counts.fields; at += 1) {
    const { name, patches } = addField(documents, { type: editedType, kind: 'text', label: createLabel(at) });
    perform(patches);
    added.push(name);
  }
  const { rules } = documents['rules.json'] as { readonly rules: readonly Json[] };
  const more = added.slice(0, counts.rules - rules.length).map((field, at) => createRule(at, field));
  return { ...documents, 'rules.json': { ...Object(documents['rules.json']), rules: [...rules, ...more] } };
}

/** Returns a rule for a field that is on one site only, or on landing pages only. */
function createRule(at: number, field: string): Json {
  return {
    id: `hides-${at}`,
    description: `Not everybody is asked question ${at}.`,
    when: at % 2 === 0 ? { '==': [{ var: 'site.id' }, '101'] } : { '!': { var: 'page.isForLanding' } },
    then: { hide: [field] },
  };
}

function getProperties(documents: Documents): object {
  const { properties } = documents[`forms/${editedType}/schema.json`] as { readonly properties: object };
  return properties;
}
