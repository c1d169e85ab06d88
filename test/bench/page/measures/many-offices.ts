import type { Browser } from 'playwright-core';
import { median } from '../../row.ts';
import { chooseType, submitInVain, typeInto } from '../browser/act.ts';
import { between, fastVisit, visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { loaded } from './loading.ts';

/** What long lists of offices cost, in milliseconds of the main thread. */
export interface ManyOffices {
  readonly load: number;
  /** Changing the enquiry type, with it the offices to choose from. */
  readonly change: number;
  /** The first submit, which shows problems: everything that it starts, and by the clock until they are there. */
  readonly submit: number;
  readonly submitShown: number;
}

/** Changes the type a few times, types a name, and submits. */
export function measureManyOffices(browser: Browser, contender: Contender): Promise<ManyOffices> {
  return visit(browser, contender.address, fastVisit, async (visitor) => {
    const { spent, settled } = visitor;
    const { total: load } = await loaded(visitor, contender);
    const changes: number[] = [];
    for (const label of ['General enquiry', 'Service and repair', 'General enquiry', 'Service and repair']) {
      const before = await spent();
      await chooseType(visitor, contender, label);
      await settled();
      changes.push(between(before, await spent()).total);
    }
    // Who submits has typed before: what a page loads at the first key is loaded.
    await typeInto(visitor, contender, { field: 'name', keys: 3 });
    const before = await spent();
    const submitShown = await submitInVain(visitor, contender);
    await settled();
    const { total: submit } = between(before, await spent());
    return { load, change: median(changes), submit, submitShown };
  });
}
