import type { Chromium } from '../browser/chromium.ts';
import { longestTask, recorded } from '../browser/tasks.ts';
import { type Conditions, visit } from '../browser/visit.ts';
import { type Contender, type Contenders, servePeerBeside } from '../contenders.ts';
import { contentWith, peerDataOf } from '../content.ts';
import type { BuiltPeers } from '../peers/build-peers.ts';
import { type LargeForm, type LongestKey, measureLongestKey, serveLargeForm } from './large-forms.ts';
import { loaded } from './loading.ts';

/** How long far more than is drawn well keeps a page from hearing its visitor, in milliseconds of the main thread. */
export interface BadInput {
  /** The longest task of loading. */
  readonly load: number;
  readonly typing: LongestKey;
  /** While problems are shown. */
  readonly mending: LongestKey;
}

/** The slowest phone that is reckoned with. */
const slowest: Conditions = { cpuSlowdown: 6, network: 'fast' };

/** Fewer than elsewhere: where all is drawn, each takes seconds. */
const keys = 6;

/** A form, and what it is visited under. */
export interface Slowly {
  readonly name: 'oursAllDrawn' | Contender['name'];
  readonly form: Contender;
  readonly conditions: Conditions;
}

/** Each as the slowest phone has it, and ours in a browser besides that draws what nobody sees. */
export function contendersOf({ all }: Contenders): readonly Slowly[] {
  return all.flatMap((form) => [
    { name: form.name, form, conditions: slowest },
    ...(form.name === 'ours'
      ? [{ name: 'oursAllDrawn' as const, form, conditions: { ...slowest, isAllDrawn: true } }]
      : []),
  ]);
}

/** Loads a page, types into it, submits it in vain and types again. */
export async function measureBadInput(browser: Chromium, { form, conditions }: Slowly): Promise<BadInput> {
  const load = await visit(browser, form.address, conditions, async (visitor) =>
    longestTask(
      await recorded(browser, async () => {
        await loaded(visitor, form);
      }),
    ),
  );
  return { load, ...(await measureLongestKey(browser, form, { conditions, keys })) };
}

/** Serves a form of ours that is larger than any that ships, and the form written by hand with as many fields and choices. */
export async function serveBadInput(form: LargeForm, built: BuiltPeers): Promise<Contenders> {
  const ours = await serveLargeForm(form);
  const answer = await fetch(ours.address);
  const { texts, options = 0 } = form;
  const byHand = await servePeerBeside({
    name: 'handWritten',
    peer: built.long,
    data: { ...peerDataOf(contentWith(120)), texts, options },
    ours: { page: await answer.text(), headers: answer.headers },
  });
  return {
    all: [ours, byHand],
    async stop() {
      await Promise.all([ours.stop(), byHand.stop()]);
    },
  };
}
