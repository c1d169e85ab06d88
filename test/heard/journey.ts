import { readdirSync, readFileSync } from 'node:fs';

export type JourneySite = (typeof sites)[number];

const sites = ['own', 'foreign', 'rare', 'inbox', 'answers'] as const;

/** A journey of keys with the expected utterances. */
export interface HeardJourney {
  /** Its file name without the extension: `sent`. */
  readonly name: string;
  /** The first line of the file. */
  readonly title: string;
  /** A path. `{preview}` is the path of the server's link to a preview. */
  readonly page: string;
  /**
   * The documents of the server: the demonstration's, foreign types as well (test/charter), rare features
   * (test/widgets), or the demonstration's with enquiries and a link to a preview, or with enquiries that have answers
   * to count.
   */
  readonly site: JourneySite;
  /** True if the journey's own keys are the first touch of the form, which is hydrated before other journeys begin. */
  readonly isUntouched: boolean;
  /** True if the owner is signed in to the studio before the page is opened. */
  readonly isSignedIn: boolean;
  /** Delayed answers, by path. */
  readonly delays: readonly { readonly path: string; readonly ms: number }[];
  /** Failing requests: a path, and the number of failures. */
  readonly fails: readonly { readonly path: string; readonly times: number }[];
  /** Texts that must not be part of any utterance. */
  readonly never: readonly ExpectedLine[];
  readonly steps: readonly HeardStep[];
}

/** Keys, and the utterances before the next. */
export interface HeardStep {
  /**
   * `Tab Tab`, `type Ada Marsh`, `wait`: as in the file. `{once}` is another text in each try. `offline` and `online` cut
   * and restore the connection.
   */
  readonly keys: string;
  /** Expected in this order; other utterances may come between. */
  readonly lines: readonly ExpectedLine[];
  /** Texts that must not be a whole utterance of this step. */
  readonly never: readonly ExpectedLine[];
}

/** A text, with `…` for any part. */
export interface ExpectedLine {
  readonly words: string;
  /** The only browser with this line. */
  readonly browser?: string;
}

/** Reads every journey from the files beside this one, or those of the given names. */
export function readJourneys(names: readonly string[] = []): readonly HeardJourney[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt'));
  return files
    .map((file) => file.slice(0, -'.txt'.length))
    .filter((name) => names.length === 0 || names.includes(name))
    .sort()
    .map((name) => parseJourney(name, readFileSync(`${import.meta.dirname}/${name}.txt`, 'utf8')));
}

/**
 * Parses a journey: a title after `#`, `page: /contact`, `never: clickable`, `fails: /graphql 1`, `delays:
 * /graphql 0` (ms), `documents: foreign`, `untouched: true`, `signed-in: true`, then steps: `> Tab` and a line for each expected utterance.
 * `chromium: ...` is for one browser, and `never: ...` after a key names forbidden utterances.
 * @throws With the line if it is none of these.
 */
function parseJourney(name: string, text: string): HeardJourney {
  const never: ExpectedLine[] = [];
  const steps: { keys: string; lines: ExpectedLine[]; never: ExpectedLine[] }[] = [];
  const fails: { path: string; times: number }[] = [];
  const delays: { path: string; ms: number }[] = [];
  const head: Record<string, string> = {};
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const directive = /^(page|fails|delays|documents|untouched|signed-in): (.+)$/.exec(line);
    if (line.startsWith('# ')) head.title ??= line.slice(2);
    else if (line.startsWith('> ')) steps.push({ keys: line.slice(2), lines: [], never: [] });
    else if (steps.length > 0) addTo(steps.at(-1), line);
    else if (/^(?:firefox |chromium )?never: /.test(line))
      never.push(lineFrom(line.replace(/ ?never: /, line.startsWith('never') ? '' : ': ')));
    else if (directive?.[1] === 'fails' || directive?.[1] === 'delays') {
      const [path = '', amount] = directive[2]?.split(' ') ?? [];
      if (directive[1] === 'fails') fails.push({ path, times: Number(amount) });
      else delays.push({ path, ms: Number(amount) });
    } else if (directive) head[directive[1] ?? ''] = directive[2] ?? '';
    else throw new Error(`Cannot read ${name}.txt, line ${index + 1}: "${line}" before the first key`);
  }
  const { title = name, page = '/', documents = 'own', untouched } = head;
  const site = sites.find((one) => one === documents);
  if (site === undefined) throw new Error(`Cannot read ${name}.txt: no documents are called "${documents}"`);
  const isUntouched = untouched === 'true';
  const isSignedIn = head['signed-in'] === 'true';
  return { name, title, page, site, isUntouched, isSignedIn, fails, delays, never, steps };
}

function addTo(step: { lines: ExpectedLine[]; never: ExpectedLine[] } | undefined, line: string): void {
  if (line.startsWith('never: ')) step?.never.push(lineFrom(line.slice('never: '.length)));
  else step?.lines.push(lineFrom(line));
}

function lineFrom(text: string): ExpectedLine {
  const own = /^(firefox|chromium): (.+)$/.exec(text);
  return own ? { browser: own[1] ?? '', words: own[2] ?? '' } : { words: text };
}

export function selectLines(browser: string, lines: readonly ExpectedLine[]): readonly string[] {
  return lines
    .filter((line) => line.browser === undefined || line.browser === browser)
    .map(({ words }) => words);
}

/** Returns the first expected line that is missing, in their order. Undefined if none is. */
export function findMissingLine(lines: readonly string[], heard: readonly string[]): string | undefined {
  let from = 0;
  for (const line of lines) {
    const at = heard.findIndex((words, index) => index >= from && toPattern(line, true).test(words));
    if (at < 0) return line;
    from = at + 1;
  }
  return undefined;
}

/** Returns the utterances that match a forbidden text, as a whole or in part. */
export function findForbidden(
  never: readonly string[],
  heard: readonly string[],
  isWhole: boolean,
): readonly string[] {
  return heard.filter((words) => never.some((line) => toPattern(line, isWhole).test(words)));
}

function toPattern(line: string, isWhole: boolean): RegExp {
  const words = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(isWhole ? `^${words.join('.*')}$` : words.join('.*'));
}
