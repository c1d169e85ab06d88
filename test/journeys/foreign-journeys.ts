import { describe } from 'vitest';
import {
  createForeignContent,
  createForeignDocuments,
  foreignEnquiries,
  getForeignId,
} from '../charter/foreign-enquiries.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { interceptSends } from '../support/sends.ts';

const it = journeysOn({ documents: createForeignDocuments(), content: createForeignContent() });

export function describeForeignSchemas(isChosen: (name: string) => boolean): void {
  const chosen = foreignEnquiries
    .map((enquiry, at) => ({ ...enquiry, at }))
    .filter(({ name }) => isChosen(name));
  describe('a foreign schema as an enquiry type', () => {
    it.for(chosen)(
      'is drawn, filled and sent as the JSON that was entered, stored as it was, and mailed: $name',
      async ({ fills, arrives, at }, { visitor, server, expect }) => {
        const email = `foreign-${at}@example.com`;
        const sends = await interceptSends(visitor);
        await visitor.visits(`/foreign/${at}`);
        await fills(visitor.page.getByTestId('contact-form'));
        await visitor.fills({ email });
        expect(await findAxeViolations(visitor.page)).toEqual([]);
        await visitor.sends();
        await visitor.sees('It has arrived');
        expect(sends[0]?.variables).toMatchObject(arrives);

        const record = (await server.mailsDone()).find(({ values }) => values.email === email);
        expect(record?.values).toEqual({ enquiry_type: getForeignId(at), email, ...arrives });
        const [mail] = await readEnquiryMails(server, record?.id ?? '');
        for (const leaf of listLeaves(arrives)) expect.soft(mail?.text).toContain(leaf);
      },
    );
  });
}

/**
 * Returns every text and number inside a value, as a mail writes them: a formatted day, and a choice by its
 * title in `titles`.
 */
function listLeaves(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listLeaves);
  if (typeof value === 'boolean') return [];
  const text = String(value);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return [titles[text] ?? text];
  return [new Date(text).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })];
}

const titles: Readonly<Record<string, string>> = { k: 'Ketch' };
