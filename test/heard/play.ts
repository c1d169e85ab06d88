import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRelay } from '../browsers/relay.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { findForbidden, findMissingLine, type HeardJourney, selectLines } from './journey.ts';
import type { Listener } from './listener.ts';
import type { HeardSite } from './sites.ts';

export interface StepUtterances {
  readonly keys: string;
  readonly heard: readonly string[];
}

export interface JourneyResult {
  readonly steps: readonly StepUtterances[];
  /** Missing or forbidden utterances; empty on success. */
  readonly faults: readonly string[];
}

export interface JourneyRun {
  readonly listener: Listener;
  readonly site: Pick<HeardSite, 'url' | 'preview'>;
  /** Continues after a fault. */
  readonly isRecorded?: boolean;
}

/** Runs a journey to its end or its first fault. */
export async function runJourney(
  journey: HeardJourney,
  { listener, site, isRecorded = false }: JourneyRun,
): Promise<JourneyResult> {
  const { browser } = listener;
  // A new origin, so that drafts of earlier journeys do not exist.
  const relay = await openRelay(site.url);
  relay.delay('/graphql', sendingMs);
  for (const { path, ms } of journey.delays) relay.delay(path, ms);
  for (const { path, times } of journey.fails) relay.fail(path, times);
  const once = randomBytes(3).toString('hex');
  const steps: StepUtterances[] = [];
  const faults: string[] = [];
  await writePickedFiles(listener);
  try {
    const page = await listener.open(
      relay.url + journey.page.replace('{preview}', site.preview ?? ''),
      journey,
    );
    const never = selectLines(browser, journey.never);
    for (const { keys: template, lines, never: neverNow } of journey.steps) {
      const keys = template.replaceAll('{once}', once);
      const wanted = selectLines(browser, lines);
      if (keys === 'offline' || keys === 'online') {
        relay.cutAll(keys === 'offline');
        continue;
      }
      const heard = await page.pressAndRead(keys, (words) => findMissingLine(wanted, words) === undefined);
      steps.push({ keys, heard });
      const missing = findMissingLine(wanted, heard);
      if (missing !== undefined) faults.push(`not heard after "${keys}": ${missing}`);
      const wrong = [
        ...findForbidden(never, heard, false),
        ...findForbidden(selectLines(browser, neverNow), heard, true),
      ];
      faults.push(...wrong.map((words) => `heard after "${keys}": ${words}`));
      if (faults.length > 0 && !isRecorded) break;
    }
  } finally {
    await relay.close();
  }
  return { steps, faults };
}

async function writePickedFiles({ folder }: Listener): Promise<void> {
  writeFileSync(join(folder, 'bow.jpg'), (await createSamplePhoto('bow.jpg')).buffer);
  writeFileSync(join(folder, 'plan.pdf'), '%PDF');
}

/** Sending takes as long as on a slow network, so that utterances meanwhile are not cut short. */
const sendingMs = 1500;

export function formatTranscript(steps: readonly StepUtterances[]): string {
  return steps.map(({ keys, heard }) => [`> ${keys}`, ...heard].join('\n')).join('\n\n');
}
