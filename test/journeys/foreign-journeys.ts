import { describe } from 'vitest';
import {
  foreignContent,
  foreignDocuments,
  foreignEnquiries,
  foreignId,
} from '../charter/foreign-enquiries.ts';
import { violations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';
import { mailsOf } from '../support/mailbox.ts';
import { meetFates } from '../support/sends.ts';

const it = journeysOn({ documents: foreignDocuments(), content: foreignContent() });

export function describeForeignSchemas(isChosen: (name: string) => boolean): void {
  const chosen = foreignEnquiries
    .map((enquiry, at) => ({ ...enquiry, at }))
    .filter(({ name }) => isChosen(name));
  describe('a foreign schema as an enquiry type', () => {
    it.for(chosen)(
      'is drawn, filled and sent as the JSON that was entered, stored as it was, and mailed: $name',
      async ({ fills, arrives, at }, { visitor, server, expect }) => {
        const email = `foreign-${at}@example.com`;
        const sends = await meetFates(visitor);
        await visitor.visits(`/foreign/${at}`);
        await fills(visitor.page.getByTestId('contact-form'));
        await visitor.fills({ email });
        expect(await violations(visitor.page)).toEqual([]);
        await visitor.sends();
        await visitor.sees('It has arrived');
        expect(sends[0]?.variables).toMatchObject(arrives);

        const record = (await server.mailsDone()).find(({ values }) => values.email === email);
        expect(record?.values).toEqual({ enquiry_type: foreignId(at), email, ...arrives });
        const [mail] = await mailsOf(server, record?.id ?? '');
        for (const leaf of leavesOf(arrives)) expect.soft(mail?.text).toContain(leaf);
      },
    );
  });
}

/**
 * Returns every text and number inside a value, as a mail writes them: a formatted day, and a choice by its
 * title in `titles`.
 */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  if (typeof value === 'boolean') return [];
  const text = String(value);
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return [titles[text] ?? text];
  return [new Date(text).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })];
}

const titles: Readonly<Record<string, string>> = { k: 'Ketch' };
