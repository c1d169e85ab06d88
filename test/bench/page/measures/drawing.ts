import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { pageAt } from '../../../../src/server/content/content.ts';
import { linkContent } from '../../../../src/server/content/link-content.ts';
import { dayOf } from '../../../../src/server/content/visit.ts';
import { loadForm } from '../../../../src/server/documents/load-form.ts';
import { createLog } from '../../../../src/server/log/log.ts';
import { createPageDrawer } from '../../../../src/server/pages/draw-pages.ts';
import { readSiteBuild } from '../../../../src/server/pages/site-build.ts';
import { rawDemonstration } from '../../../support/content.ts';
import { median } from '../../row.ts';
import { contentWith, pagePath, peerDataOf } from '../content.ts';
import type { BuiltPeers } from '../peers/build-peers.ts';

/** Pages a second that a server draws, in a process that does nothing else. */
export interface Drawing {
  /** Our whole page, resolved and drawn anew each time. */
  readonly ours: number;
  /** Our whole page as the server draws it, which keeps what has not changed. */
  readonly kept: number;
  /** `renderToString` of the hand-written form alone, without a page around it. */
  readonly byHand: number;
}

const rounds = 7;

/** Draws the service page with this many offices. */
export async function measureDrawing(officeCount: number, { drawForm }: BuiltPeers): Promise<Drawing> {
  const files = contentWith(officeCount);
  const [drawAnew, drawKept] = await Promise.all([ourDrawing(files, false), ourDrawing(files, true)]);
  const data = peerDataOf(files);
  const found: { ours: number[]; kept: number[]; byHand: number[] } = { ours: [], kept: [], byHand: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const figures = {
      ours: await perSecond(drawAnew),
      kept: await perSecond(drawKept),
      byHand: await perSecond(() => drawForm(data)),
    };
    // The first round warms up.
    if (round === 0) continue;
    for (const name of ['ours', 'kept', 'byHand'] as const) found[name].push(figures[name]);
  }
  return { ours: median(found.ours), kept: median(found.kept), byHand: median(found.byHand) };
}

const repository = new URL('../../../../', import.meta.url);

async function ourDrawing(
  files: ReturnType<typeof contentWith>,
  keeps: boolean,
): Promise<() => Promise<string>> {
  const loaded = await loadForm(fileURLToPath(new URL('schemas', repository)));
  if (!loaded.ok) throw new Error(loaded.lines.join('\n'));
  const content = linkContent({ ...rawDemonstration(), ...files });
  const page = pageAt(content, pagePath);
  if (page === undefined) throw new Error(`Cannot find the page ${pagePath} in the demonstration`);
  const build = await readSiteBuild(fileURLToPath(new URL('dist', repository)));
  const log = createLog({ write: () => undefined, now: Date.now });
  const drawer = createPageDrawer({ build, isCaching: keeps, log });
  const visit = { page, content, locale: 'en', today: dayOf(Date.now()) };
  return () => drawer.formPage(visit, loaded.ready, { ticket: 'ticket', key: 'key' });
}

const roundMs = 250;

async function perSecond(draw: () => string | Promise<string>): Promise<number> {
  const begun = performance.now();
  let drawn = 0;
  let spent = 0;
  for (; spent < roundMs; spent = performance.now() - begun) {
    await draw();
    drawn += 1;
  }
  return (1000 * drawn) / spent;
}
