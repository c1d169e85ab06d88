import { fileURLToPath } from 'node:url';
import type { PostAnswer } from '../../../../src/contact/index.ts';
import { findPage } from '../../../../src/server/forms/content/content.ts';
import { linkContent } from '../../../../src/server/forms/content/link-content.ts';
import { toUtcDay } from '../../../../src/server/forms/content/visit.ts';
import { loadFormFolder } from '../../../../src/server/forms/documents/load-form.ts';
import { createPageParts } from '../../../../src/server/forms/pages/page-parts.ts';
import { createPageRenderer } from '../../../../src/server/forms/pages/render-pages.ts';
import { readSiteBuild } from '../../../../src/server/forms/pages/site-build.ts';
import { noSharedFiles } from '../../../../src/server/forms/sharing/shared-files.ts';
import { createLog } from '../../../../src/server/platform/log/log.ts';
import { readRawDemoContent } from '../../../support/content.ts';
import { createBenchContent, pagePath, toPeerData } from '../content.ts';
import type { BuiltPeers } from '../peers/build-peers.ts';

/** Pages that a server draws per second of processor time, in an otherwise idle process, in each round. */
export interface Drawing {
  /** Our page at a first visit, drawn again each time. */
  readonly anew: readonly number[];
  /** Our answer to a post, each with other values: entered values and problems. */
  readonly answers: readonly number[];
  /** Our page with saved answers, before hydration. */
  readonly resumed: readonly number[];
  /** Our page as the server sends it, with the cache of pages for visitors who entered nothing. */
  readonly kept: readonly number[];
  /** `renderToString` of the hand-written form only, without a page around it. */
  readonly byHand: readonly number[];
}

const rounds = 7;

/** Draws the service page with `officeCount` offices. */
export async function measureDrawing(officeCount: number, { renderFormHtml }: BuiltPeers): Promise<Drawing> {
  const files = createBenchContent(officeCount);
  const { draw, drawKept } = await createDrawing(files);
  const data = toPeerData(files);
  const draws: Readonly<Record<keyof Drawing, (at: number) => string | Promise<string>>> = {
    anew: () => draw(undefined),
    answers: (at) => draw({ ...createAnswer(at), outcome: refused }),
    resumed: (at) => draw({ ...createAnswer(at), outcome: { kind: 'resumed', isFound: true } }),
    kept: drawKept,
    byHand: () => renderFormHtml(data),
  };
  const names = Object.keys(draws) as (keyof Drawing)[];
  const found: Record<keyof Drawing, number[]> = { anew: [], answers: [], resumed: [], kept: [], byHand: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const figure = await measurePerSecond(draws[name]);
      // The first round warms up.
      if (round > 0) found[name].push(figure);
    }
  return found;
}

/** Returns a visitor's answers, some of them missing. */
function createAnswer(at: number): Pick<PostAnswer, 'entered' | 'photos'> {
  const entered = {
    enquiry_type: 7,
    office_location: 2,
    name: `Visitor ${at}`,
    email: `visitor-${at}@example`,
    message: `The windlass slips since the ${at}th of the month.\nWhen could you look at it?`,
  };
  return { entered, photos: [] };
}

const refused: PostAnswer['outcome'] = {
  kind: 'refused',
  named: [{ problem: { field: 'email', code: 'wrong-format' } }],
};

const repository = new URL('../../../../', import.meta.url);

async function createDrawing(files: ReturnType<typeof createBenchContent>) {
  const loaded = await loadFormFolder(fileURLToPath(new URL('schemas', repository)));
  if (!loaded.ok) throw new Error(loaded.lines.join('\n'));
  const content = linkContent({ ...readRawDemoContent(), ...files });
  const page = findPage(content, pagePath);
  if (page === undefined) throw new Error(`Cannot find the page ${pagePath} in the demonstration`);
  const build = await readSiteBuild(fileURLToPath(new URL('dist', repository)));
  const log = createLog({ write: () => undefined, now: Date.now });
  const visit = { page, content, locale: 'en', today: toUtcDay(Date.now()) };
  const note = { ticket: 'ticket', key: 'key' };
  const [drawer, keeping] = [false, true].map((isCaching) =>
    createPageRenderer({ build, parts: createPageParts(noSharedFiles.share), isCaching, log }),
  );
  const drawBy = (by = drawer, answer?: PostAnswer) =>
    by?.formPage(visit, loaded.ready, { ...note, ...(answer && { answer }) }) ?? '';
  return {
    draw: (answer: PostAnswer | undefined) => drawBy(drawer, answer),
    drawKept: () => drawBy(keeping),
  };
}

const roundMs = 250;

async function measurePerSecond(draw: (at: number) => string | Promise<string>): Promise<number> {
  const begun = process.cpuUsage();
  let drawn = 0;
  let spentMs = 0;
  for (; spentMs < roundMs; spentMs = measureCpuMs(begun)) {
    await draw(drawn);
    drawn += 1;
  }
  return (1000 * drawn) / spentMs;
}

function measureCpuMs(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
