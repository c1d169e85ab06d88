import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Documents } from '../../engine/index.ts';
import { serverSettings } from '../../src/server/config/settings.ts';
import { openSqliteStoreBeside } from '../../src/server/store/sqlite/sqlite-store.ts';
import type { ChangeAnswer, DraftView } from '../../src/studio/protocol.ts';
import type { PublishAnswer, VersionPage, VersionView } from '../../src/studio/protocol-versions.ts';
import { corpus, corpusSite } from '../corpus/corpus.ts';
import { compiledForm } from './forms.ts';
import { startServerProcess } from './server-process.ts';
import { type StudioClient, studioClient } from './studio-client.ts';
import { studioPassword } from './studio-password.ts';

/** What was acknowledged in the rounds so far, and has to be there ever after. */
interface Acknowledged {
  /** Words that were written into the draft, by the key of their text. */
  readonly edits: Map<string, string>;
  /** The hashes of what was published, by the version's number. */
  readonly published: Map<number, string>;
  /** Why something could not be published. */
  readonly refused: string[];
}

/** What a round of killing left: all lists are empty where nothing was lost or torn. */
export interface StudioKillRound {
  /** Keys of edits that were acknowledged, and stand neither in the draft nor in what is live. */
  readonly lost: readonly string[];
  /** Versions that are not what they say they are, or not where they have to be. */
  readonly torn: readonly string[];
  /** How many were acknowledged before the kill. */
  readonly edits: number;
  readonly publications: number;
}

const editors = 3;
const publishers = 2;

/**
 * When the server is killed: as soon as a new version stands in the database, which is before anybody heard of it; when a publication was
 * acknowledged; or amid the checks before it. A while later each, so that every step behind it is met once.
 */
export interface Moment {
  readonly when: 'stored' | 'acknowledged' | 'checking';
  readonly laterMs: number;
}

/** A server that is killed again and again, on the same data. */
export interface KilledStudio {
  /** Kills it at a moment, starts it again, and compares what is there with what was acknowledged. */
  readonly round: (moment: Moment) => Promise<StudioKillRound>;
  readonly stop: () => Promise<void>;
}

/** Of one small form, so that it is checked in no time and killed amid what comes after that. */
const small = corpusSite(corpus().filter(({ key }) => key === 'all-of'));
const site = { ...small, documents: { ...small.documents, 'scenarios.json': undefined } };

/** Starts a server in whose studio three editors write, and two publishers publish the same draft, during each round. */
export async function startKilledStudio(data: string): Promise<KilledStudio> {
  const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };
  const known: Acknowledged = { edits: new Map(), published: new Map(), refused: [] };
  let server = await startServerProcess({ ...site, env });
  let studio = await studioClient(server);
  return {
    async round(moment) {
      const [edits, publications] = [known.edits.size, known.published.size];
      let isOver = false;
      const until = async (work: () => Promise<void>) => {
        // What is under way when the server is killed was not acknowledged.
        while (!isOver) await work().catch(() => undefined);
      };
      const working = [
        ...Array.from({ length: editors }, () => until(() => edit(studio, known))),
        ...Array.from({ length: publishers }, () => until(() => publish(studio, known))),
      ];
      const isAcknowledged = () => known.published.size > publications;
      await comes(moment, { data, isAcknowledged, isOver: () => known.refused.length > 0 });
      isOver = true;
      await server.kill();
      await Promise.all(working);
      server = await startServerProcess({ ...site, env });
      studio = await studioClient(server);
      return {
        ...(await compare(studio, known)),
        edits: known.edits.size - edits,
        publications: known.published.size - publications,
      };
    },
    stop: () => server.kill(),
  };
}

async function comes(
  { when, laterMs }: Moment,
  {
    data,
    isAcknowledged,
    isOver,
  }: {
    readonly data: string;
    readonly isAcknowledged: () => boolean;
    readonly isOver: () => boolean;
  },
): Promise<void> {
  const store = openSqliteStoreBeside({ dataFolder: data, settings: serverSettings });
  const newest = async () => (await store?.versions({ limit: 1 }))?.[0]?.number;
  const first = await newest();
  const isThere = async () =>
    when === 'checking' || (when === 'stored' ? (await newest()) !== first : isAcknowledged());
  while (!isOver() && !(await isThere())) await wait(1);
  await wait(laterMs);
  await store?.close();
}

/** A text of its own, so that no edit is in the way of another. */
async function edit(studio: StudioClient, { edits }: Acknowledged): Promise<void> {
  const { draft } = await studio.draft();
  const [key, word] = [`kept-${randomUUID()}`, randomUUID()];
  const patches = [{ file: 'texts/en.json', path: [key], after: word }];
  const change = { id: randomUUID(), title: { key: 'text', values: { key } }, patches };
  const answer = await studio.post<ChangeAnswer>('changes', { draft, by: 'editor', change });
  if (answer.kind === 'taken') edits.set(key, word);
}

async function publish(studio: StudioClient, { published, refused }: Acknowledged): Promise<void> {
  const answer: PublishAnswer = await studio.publish();
  if (answer.kind === 'published') published.set(answer.version.number, answer.hash);
  // Somebody else may have been first; whatever else keeps it from being published is a fault of the test's.
  else if (answer.kind !== 'other-draft') refused.push(JSON.stringify(answer));
}

async function compare(studio: StudioClient, { edits, published, refused }: Acknowledged) {
  const { versions } = await all(studio);
  const draft = await studio.draft();
  const written = textsOf(draft.documents);
  const torn: string[] = [...refused];
  const numbers = versions.map(({ number }) => number);
  if (numbers.some((number, index) => number !== numbers.length - index)) torn.push('numbers have a gap');
  if (versions.filter(({ state }) => state === 'live').length !== 1) torn.push('not one is live');
  for (const { number, hash, state } of versions.slice(0, 4)) {
    const { documents } = await studio.get<VersionView>(`versions/${number}`);
    if (compiledForm(documents).hash !== hash) torn.push(`version ${number} is not what it says`);
    if (state === 'live' && draft.published.hash !== hash) torn.push(`version ${number} is not served`);
  }
  for (const [number, hash] of published)
    if (versions.find((version) => version.number === number)?.hash !== hash)
      torn.push(`version ${number} was acknowledged`);
  return { lost: [...edits].filter(([key, word]) => written[key] !== word).map(([key]) => key), torn };
}

async function all(studio: StudioClient) {
  const versions: VersionPage['versions'][number][] = [];
  for (let before: number | undefined; ; ) {
    const page: VersionPage = await studio.get(`versions${before === undefined ? '' : `?before=${before}`}`);
    versions.push(...page.versions);
    if (page.next === undefined) return { versions };
    before = page.next;
  }
}

function textsOf(documents: DraftView['documents'] & Documents): Readonly<Record<string, unknown>> {
  return Object(Object(documents)['texts/en.json']);
}
