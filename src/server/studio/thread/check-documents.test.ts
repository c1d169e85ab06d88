import { expect, it } from 'vitest';
import { readRawDemoContent } from '../../../../test/support/content.ts';
import { readShippedDocuments } from '../../../../test/support/forms.ts';
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
