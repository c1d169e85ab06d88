import { afterAll, describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Visitor } from '../support/visitor.ts';
import { startFakeClamd } from '../uploads/fake-clamd.ts';
import { createPdf, createUploadDocuments } from '../uploads/upload-documents.ts';

const clamd = await startFakeClamd();
afterAll(clamd.close);

const it = journeysOn({
  documents: createUploadDocuments(),
  env: { SLIPWAY_CLAMD: `127.0.0.1:${clamd.address.port}` },
});

const papers = { name: 'Registration “2”.pdf', mimeType: 'application/pdf', buffer: createPdf() };

const answers = { name: 'Gwen Hale', message: 'The engine smokes.', office_location: 1 };

function picker({ page }: Visitor, field: string) {
  return page.locator(`input[type=file][name=${field}]`);
}

describe('several fields for uploads', () => {
  it('is the same without scripts, and keeps what was taken with its field', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false });
    visitor.expectsTrouble();
    await visitor.page.goto('/service/falmouth');
    await picker(visitor, 'papers').setInputFiles([
      papers,
      { ...papers, name: 'not.pdf', buffer: Buffer.from('x') },
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ]);
    await picker(visitor, 'engine_photos').setInputFiles([await createSamplePhoto('engine.jpg')]);
    await visitor.fills({ ...answers, email: 'plain-uploads@example.com' });
    await visitor.sends();
    await visitor.sees('not.pdf(this is not a file that we can read, choose another)');
    await visitor.sees(/note\.txt\(choose a file of the type (PDF, PNG|PNG, PDF)\)/);
    const stored = visitor.page.locator('.sw-kept-photos input');
    expect(
      await stored.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name)),
    ).toEqual(expect.arrayContaining(['papers', 'engine_photos']));
    await visitor.sends();
    await visitor.sees('Thank you');
    const records = await server.mailsDone();
    const record = records.find(({ values }) => values.email === 'plain-uploads@example.com');
    expect(record?.values).toMatchObject({
      papers: [expect.stringMatching(/\.pdf$/)],
      engine_photos: [expect.stringMatching(/\.jpg$/)],
    });
  });
});
