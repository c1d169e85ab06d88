import { describe } from 'vitest';
import { createCorpusSite, getCorpusPath, listDrawnForms } from '../corpus/corpus.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';

const key = 'order-with-totals';

const it = journeysOn(createCorpusSite(listDrawnForms().filter((one) => one.key === key)));

describe('a calculated field', () => {
  it('is read beside what it comes of, said once that is answered, and stored', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits(getCorpusPath(key));
    const total = visitor.page.getByRole('status', { name: 'Total' });
    await visitor.fills({ order_metres: '1000,5' });
    await expect.poll(() => total.textContent()).toBe('');
    await visitor.fills({ order_metres: '120,5', order_rate: 10.001, order_from: '2028-03-31' });
    await expect.poll(() => total.textContent()).toBe('1,205.12');
    const due = visitor.page.getByRole('status', { name: 'To be paid by' });
    await expect.poll(() => due.textContent()).toBe('17 March 2028');
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    await visitor.fills({ order_voucher: 'KITE' });
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);
    const [record] = await server.mailsDone();
    expect(record?.values).toMatchObject({
      order_metres: 120.5,
      order_total: 1205.12,
      order_due: '2028-03-17',
    });
  });
});
