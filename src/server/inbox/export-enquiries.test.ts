import { expect, it } from 'vitest';
import { changeFrozenDocuments } from '../../../test/cli/checking.ts';
import { compileTestForm } from '../../../test/support/forms.ts';
import { type EnquiryExport, generateCsvExport } from './export-enquiries.ts';

it('heads each column of a table by a name of its own, also where a field is called as another column', async () => {
  const documents = changeFrozenDocuments({
    'forms/general/schema.json': (doc) => {
      doc.properties.page = { type: 'string', title: 'Which page?' };
      doc.properties.more = { type: 'string', title: 'More' };
    },
  });
  const asked = {
    form: compileTestForm(documents),
    filter: {},
    batch: 10,
    names: {},
    store: { inboxPulse: async () => ({ enquiry: 0 }) },
  } as unknown as EnquiryExport;
  const lines = [];
  for await (const line of generateCsvExport(asked)) lines.push(line);
  const headings = lines.join('').trim().split(',');
  expect(headings).toEqual([...new Set(headings)]);
  expect(headings).toEqual(expect.arrayContaining(['page', 'values.page', 'more', 'values.more', 'message']));
});
