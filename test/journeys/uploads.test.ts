import { afterAll, describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Visitor } from '../support/visitor.ts';
import { eicar, startFakeClamd } from '../uploads/fake-clamd.ts';
import { createPdf, createUploadDocuments } from '../uploads/upload-documents.ts';

const clamd = await startFakeClamd();
afterAll(clamd.close);

const it = journeysOn({
  documents: createUploadDocuments(),
  env: { SLIPWAY_CLAMD: `127.0.0.1:${clamd.address.port}` },
});

const papers = { name: 'Registration “2”.pdf', mimeType: 'application/pdf', buffer: createPdf() };

const infected = { name: 'Invoice.pdf', mimeType: 'application/pdf', buffer: createPdf(eicar) };

const answers = { name: 'Gwen Hale', message: 'The engine smokes.', office_location: 1 };

function picker({ page }: Visitor, field: string) {
  return page.locator(`input[type=file][name=${field}]`);
}

describe('several fields for uploads', () => {
  it('takes files of each kind in its own field, and hands out what is clean', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits('/service/falmouth');
    const section = visitor.page.getByTestId('contact-form');
    await section.getByRole('button', { name: 'Choose files' }).waitFor();
    await visitor.sees('Up to 2 files, PDF, PNG, at most 5 MB each');
    await picker(visitor, 'papers').setInputFiles([papers, infected]);
    await picker(visitor, 'engine_photos').setInputFiles([await createSamplePhoto('engine.jpg')]);
    await picker(visitor, 'upload').setInputFiles([await createSamplePhoto('deck.jpg')]);
    await expect.poll(() => section.locator('.sw-photo--uploaded').count()).toBe(4);
    await picker(visitor, 'engine_photos').setInputFiles([{ ...papers, name: 'no-photo.pdf' }]);
    await visitor.sees(/choose a photo of the type JPEG, PNG/);
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    await visitor.fills({ ...answers, email: 'uploads@example.com' });
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);

    const records = await server.mailsDone();
    const record = records.find(({ values }) => values.email === 'uploads@example.com');
    expect(record?.photos).toHaveLength(4);
    expect(record?.values.papers).toEqual([expect.stringMatching(/\.pdf$/), expect.stringMatching(/\.pdf$/)]);
    expect(record?.values.engine_photos).toEqual([expect.stringMatching(/\.jpg$/)]);
    const [mail] = await readEnquiryMails(server, record?.id ?? '');
    const text = mail?.text ?? '';
    expect(text).toContain('4 files');
    expect(text).toMatch(/Papers of the boat:\n {2}Registration “2”\.pdf\n/);
    expect(text).toMatch(/Photos of the engine:\n {2}engine\.jpg\n/);
    expect(mail?.html).toMatch(/Papers of the boat[\s\S]*Registration “2”\.pdf/);
    expect(text).not.toContain('Invoice.pdf');
    expect(text).toContain('One file could not be used and was left out.');
    const link = /Registration “2”\.pdf\s+(\S+)/.exec(text)?.[1] ?? '';
    const answer = await fetch(link);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(createPdf());
  });
});
