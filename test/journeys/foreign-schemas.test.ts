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

const addressAt = (at: number) => `foreign-${at}@example.com`;

describe.concurrent('a foreign schema as an enquiry type', () => {
  it.for(foreignEnquiries.map((enquiry, at) => ({ ...enquiry, at })))(
    'is drawn, filled and sent as the JSON that was entered: $name',
    async ({ fills, arrives, at }, { visitor, expect }) => {
      const sends = await meetFates(visitor);
      await visitor.visits(`/foreign/${at}`);
      await fills(visitor.page.getByTestId('contact-form'));
      await visitor.fills({ email: addressAt(at) });
      expect(await violations(visitor.page)).toEqual([]);
      await visitor.sends();
      await visitor.sees('It has arrived');
      expect(sends[0]?.variables).toMatchObject(arrives);
    },
  );
});

describe('what was entered into foreign schemas', () => {
  it('is stored as it was, and mailed', async ({ server, expect }) => {
    const records = await server.mailsDone();
    for (const [at, { name, arrives }] of foreignEnquiries.entries()) {
      const email = addressAt(at);
      const record = records.find(({ values }) => values.email === email);
      expect.soft(record?.values, name).toEqual({ enquiry_type: foreignId(at), email, ...arrives });
      const [mail] = await mailsOf(server, record?.id ?? '');
      for (const leaf of leavesOf(arrives)) expect.soft(mail?.text, name).toContain(leaf);
    }
  });
});

/** Every text and number inside a value, as a mail writes them. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return typeof value === 'boolean' ? [] : [String(value)];
}
