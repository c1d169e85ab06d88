import type { Chromium } from '../browser/chromium.ts';
import { getLongestTask, recordTasks } from '../browser/tasks.ts';
import { type Conditions, openVisit } from '../browser/visit.ts';
import { type Contender, type Contenders, servePeerBeside } from '../contenders.ts';
import { createBenchContent, toPeerData } from '../content.ts';
import type { BuiltPeers } from '../peers/build-peers.ts';
import { type LargeForm, type LongestKey, measureLongestKey, serveLargeForm } from './large-forms.ts';
import { loadPage } from './loading.ts';

/** The longest times in which an oversized form blocks the main thread, in milliseconds. */
export interface BadInput {
  /** The longest task while loading. */
  readonly load: number;
  readonly typing: LongestKey;
  /** While problems are shown. */
  readonly mending: LongestKey;
}

/** The slowest supported phone. */
const slowest: Conditions = { cpuSlowdown: 6, network: 'fast' };

/** Fewer keys than in other measurements: without `content-visibility` each takes seconds. */
const keys = 6;

/** A form with the conditions of its visit. */
export interface SlowContender {
  readonly name: 'oursAllDrawn' | Contender['name'];
  readonly form: Contender;
  readonly conditions: Conditions;
}

/** Returns each contender on the slowest phone, and ours also in a browser without `content-visibility`. */
export function createSlowContenders({ all }: Contenders): readonly SlowContender[] {
  return all.flatMap((form) => [
    { name: form.name, form, conditions: slowest },
    ...(form.name === 'ours'
      ? [{ name: 'oursAllDrawn' as const, form, conditions: { ...slowest, isAllDrawn: true } }]
      : []),
  ]);
}

/** Loads a page, types into it, submits it with problems and types again. */
export async function measureBadInput(
  browser: Chromium,
  { form, conditions }: SlowContender,
): Promise<BadInput> {
  const load = await openVisit(browser, form.address, conditions, async (visitor) =>
    getLongestTask(
      await recordTasks(browser, async () => {
        await loadPage(visitor, form);
      }),
    ),
  );
  return { load, ...(await measureLongestKey(browser, form, { conditions, keys })) };
}

/** Serves an oversized form of ours, and the hand-written form with as many fields and choices. */
export async function serveBadInput(form: LargeForm, built: BuiltPeers): Promise<Contenders> {
  const ours = await serveLargeForm(form);
  const answer = await fetch(ours.address);
  const { texts, options = 0 } = form;
  const byHand = await servePeerBeside({
    name: 'handWritten',
    peer: built.long,
    data: { ...toPeerData(createBenchContent(120)), texts, options },
    renderFormHtml: built.renderFormHtml,
    ours: { page: await answer.text(), headers: answer.headers },
  });
  return {
    all: [ours, byHand],
    async stop() {
      await Promise.all([ours.stop(), byHand.stop()]);
    },
  };
}
