import { expect, it } from 'vitest';
import { readRawDemoContent } from '../../../../test/support/content.ts';
import { readShippedDocuments } from '../../../../test/support/forms.ts';
import { createDocumentsOfSamples } from '../../../../test/support/sample-documents.ts';
import { createDocumentChecker } from './check-documents.ts';

it('a proof says of documents that are no form that they are none', () => {
  const prove = createDocumentChecker();
  const texts = readShippedDocuments()['texts/en.json'] as object;
  const broken = { ...readShippedDocuments(), 'texts/en.json': { ...texts, 'send-message': '{broken' } };
  expect(prove({ documents: broken, folder: readRawDemoContent() })).toMatchObject({
    isForm: false,
    findings: [{ code: 'bad-text', severity: 'error' }],
  });
});

it('a scenario that is not met says what was expected, and what the result is', () => {
  const schema = {
    type: 'object',
    properties: { name: { title: 'Name', type: 'string' } },
    required: ['name'],
  };
  const all = createDocumentsOfSamples([{ key: 'berth', schema, ui: {} }]);
  const scenario = { name: 'The old label', on: { type: 'berth' }, expect: { labels: { name: 'Surname' } } };
  const documents = {
    ...all,
    'settings.json': { ...(all['settings.json'] as object), failureField: 'name' },
    'scenarios.json': { usual: { types: ['berth'] }, scenarios: [scenario] },
  };
  const failing = createDocumentChecker()({ documents, folder: readRawDemoContent() }).findings.find(
    ({ code }) => code === 'scenario-fails',
  );
  expect(failing).toMatchObject({
    renewal: [{ path: ['scenarios', 'The old label', 'expect', 'labels', 'name'], after: 'Name' }],
    unmet: {
      name: 'The old label',
      type: 'berth',
      differences: [{ path: ['labels', 'name'], expected: 'Surname', found: 'Name' }],
    },
  });
});
