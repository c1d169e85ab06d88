import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRelay } from '../browsers/relay.ts';
import { aPhoto } from '../support/a-photo.ts';
import { firstUnheard, type Journey, linesFor, wronglyHeard } from './journey.ts';
import type { Listener } from './listener.ts';

export interface Heard {
  readonly keys: string;
  readonly heard: readonly string[];
}

export interface Outcome {
  readonly steps: readonly Heard[];
  /** Missing or forbidden utterances; empty on success. */
  readonly faults: readonly string[];
}

export interface Playing {
  readonly listener: Listener;
  readonly origin: string;
  /** Continues after a fault. */
  readonly isRecorded?: boolean;
}

/** Runs a journey to its end or its first fault. */
export async function play(
  journey: Journey,
  { listener, origin, isRecorded = false }: Playing,
): Promise<Outcome> {
  const { browser } = listener;
  // A new origin, so that drafts of earlier journeys do not exist.
  const relay = await openRelay(origin);
  relay.delay('/graphql', sendingMs);
  for (const { path, ms } of journey.delays) relay.delay(path, ms);
  for (const { path, times } of journey.fails) relay.fail(path, times);
  const steps: Heard[] = [];
  const faults: string[] = [];
  await layOut(listener);
  try {
    const page = await listener.open(`${relay.url}${journey.page}`);
    const never = linesFor(browser, journey.never);
    for (const { keys, lines, never: neverNow } of journey.steps) {
      const wanted = linesFor(browser, lines);
      const heard = await page.hear(keys, (words) => firstUnheard(wanted, words) === undefined);
      steps.push({ keys, heard });
      const missing = firstUnheard(wanted, heard);
      if (missing !== undefined) faults.push(`not heard after "${keys}": ${missing}`);
      const wrong = [
        ...wronglyHeard(never, heard, false),
        ...wronglyHeard(linesFor(browser, neverNow), heard, true),
      ];
      faults.push(...wrong.map((words) => `heard after "${keys}": ${words}`));
      if (faults.length > 0 && !isRecorded) break;
    }
  } finally {
    await relay.close();
  }
  return { steps, faults };
}

async function layOut({ folder }: Listener): Promise<void> {
  writeFileSync(join(folder, 'bow.jpg'), (await aPhoto('bow.jpg')).buffer);
  writeFileSync(join(folder, 'plan.pdf'), '%PDF');
}

/** Sending takes as long as on a slow network, so that utterances meanwhile are not cut short. */
const sendingMs = 1500;

export function transcriptOf(steps: readonly Heard[]): string {
  return steps.map(({ keys, heard }) => [`> ${keys}`, ...heard].join('\n')).join('\n\n');
}
