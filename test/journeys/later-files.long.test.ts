import { describe } from 'vitest';
import type { CutMoment } from '../browsers/relay.ts';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';
import { createPdf, createUploadDocuments } from '../uploads/upload-documents.ts';
import { awaitParts, button, countStored, findArrived, keeps, withLine } from './later-journey.ts';

const documents = createUploadDocuments();
const it = withLine(
  journeysOn({
    documents: {
      ...documents,
      'forms/service/ui.json': {
        ...(documents['forms/service/ui.json'] as object),
        engine_photos: { 'ui:widget': 'signature' },
      },
    },
  }),
);

const picker = ({ page }: Visitor, field: string) => page.locator(`input[type=file][name=${field}]`);
const uploaded = ({ page }: Visitor) => page.locator('.sw-photo--uploaded');

/** Fills in the form with a paper, a signature and a photo, which are uploaded. */
async function fillsWithFiles(visitor: Visitor, email: string): Promise<void> {
  await visitor.visits('/service/falmouth');
  await visitor.fills({ name: 'Gwen Hale', email, message: 'The engine smokes.', office_location: 1 });
  await visitor.page.getByRole('button', { name: 'Choose files' }).waitFor();
  await picker(visitor, 'papers').setInputFiles({
    name: 'papers.pdf',
    mimeType: 'application/pdf',
    buffer: createPdf(),
  });
  await picker(visitor, 'upload').setInputFiles(await createSamplePhoto('deck.jpg'));
  await visitor.page.getByRole('button', { name: 'Type your name instead' }).click();
  await visitor.page.keyboard.type('Gwen Hale');
  await visitor.page.keyboard.press('Enter');
  await visitor.page.locator('.sw-photo--uploaded >> nth=2').waitFor();
  await awaitParts(visitor);
}

/** Adds another paper, which cannot be uploaded. */
async function addsBill(visitor: Visitor): Promise<void> {
  const bill = { name: 'bill.pdf', mimeType: 'application/pdf', buffer: createPdf('Bill') };
  await picker(visitor, 'papers').setInputFiles(bill);
  await visitor.page.getByText('bill.pdf').first().waitFor();
}

async function editsInAnotherTab(visitor: Visitor, mend: () => void): Promise<Visitor> {
  const other = await openAnotherTab(visitor);
  other.expectsTrouble();
  await visitor.page.close();
  await other.page.route('**/graphql', (route) => route.abort());
  mend();
  await other.page.goto('/service/falmouth');
  await button(other, 'Edit').click();
  return other;
}

describe('the files of an enquiry that waits', () => {
  it.for<CutMoment>(['before', 'after'])(
    'come back in another visit, and are sent once, when the line was cut %s the send',
    async (when, { relay, relayed, server, expect }) => {
      const email = `files.${when}@example.com`;
      await fillsWithFiles(relayed, email);
      const mend = relay.cut('/graphql', when);
      await relayed.sends();
      await keeps(relayed);
      await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
      expect(await countStored(relayed)).toEqual([1, 3]);
      const other = await editsInAnotherTab(relayed, mend);
      await expect.poll(() => uploaded(other).count()).toBe(3);
      await other.sees('papers.pdf');
      await other.sees('deck.jpg');
      await other.page.unroute('**/graphql');
      await other.sends();
      await other.sees(/reference is/);
      const [sent, ...others] = await findArrived(server, email);
      expect(others).toEqual([]);
      expect(sent?.photos).toHaveLength(3);
      expect(sent?.values.papers).toHaveLength(1);
      expect(sent?.values.engine_photos).toHaveLength(1);
      await expect.poll(() => countStored(other)).toEqual([0, 0]);
    },
  );

  it('are sent as long as there is space for those that were not uploaded', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const email = 'files.space@example.com';
    await fillsWithFiles(relayed, email);
    await relayed.page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      let count = 0;
      IDBObjectStore.prototype.put = function (...values) {
        if (this.name === 'photos' && ++count > 1) throw new DOMException('No space', 'QuotaExceededError');
        return put.apply(this, values);
      };
    });
    const mend = relay.cut('/api/contact-upload', 'before');
    await addsBill(relayed);
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
    mend();
    await button(relayed, 'Send now').click();
    await relayed.sees(/reference is/);
    expect((await findArrived(server, email)).map(({ photos }) => photos.length)).toEqual([4]);
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
  });

  it('come back in another visit if some were not uploaded', async ({ relay, relayed, server, expect }) => {
    const email = 'files.some@example.com';
    await fillsWithFiles(relayed, email);
    const mend = relay.cut('/api/contact-upload', 'before');
    await addsBill(relayed);
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees('Your enquiry to Falmouth is waiting to be sent');
    expect(await countStored(relayed)).toEqual([1, 4]);
    const other = await editsInAnotherTab(relayed, mend);
    await expect.poll(() => uploaded(other).count()).toBe(4);
    await other.page.unroute('**/graphql');
    await other.sends();
    await other.sees(/reference is/);
    const [sent, ...others] = await findArrived(server, email);
    expect(others).toEqual([]);
    expect(sent?.photos).toHaveLength(4);
    await expect.poll(() => countStored(other)).toEqual([0, 0]);
  });
});
