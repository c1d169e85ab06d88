import { asList, asObject } from '#engine/json-schema/values.ts';
import { readFrozenDocuments } from './forms.ts';

/** Returns documents that compile and for which `check` reports errors, warnings and notes. */
export function faultyDocuments(): Readonly<Record<string, unknown>> {
  const all = readFrozenDocuments();
  const rules = asObject(all['rules.json']);
  const german = asObject(all['texts/de.json']);
  const { 'fields.phone.label': _label, 'send-message': _send, ...lacking } = german;
  return {
    'rules.json': {
      ...rules,
      rules: [
        ...asList(rules.rules),
        // The message is required: hiding it makes sending impossible.
        { id: 'no-message', description: 'Nobody sees the message.', then: { hide: ['message'] } },
        {
          id: 'never',
          description: 'Never holds.',
          when: {
            and: [{ '==': [{ var: 'page.inModal' }, true] }, { '==': [{ var: 'page.inModal' }, false] }],
          },
          then: { hide: ['phone'] },
        },
      ],
    },
    'texts/de.json': { ...lacking, 'fields.nobody.label': 'Niemand' },
    'texts/fr.json': { ...asObject(all['texts/fr.json']), 'fields.name.label': 'Nom : prénom' },
  };
}
