import { readdirSync, readFileSync } from 'node:fs';

/** The servers on which journeys are made. */
export type Site = (typeof sites)[number];

const sites = ['own', 'foreign', 'rare'] as const;

/** A journey of keys, and what is to be heard on it. */
export interface Journey {
  /** Its file's name without the ending: `sent`. */
  readonly name: string;
  /** In words, from the file's first line. */
  readonly title: string;
  /** The page's path. */
  readonly page: string;
  /** Whose documents the server has: the demonstration's, foreign types as well (test/charter), or what few forms have (test/widgets). */
  readonly site: Site;
  /** Answers that are held: those to a path, for so long. */
  readonly delays: readonly { readonly path: string; readonly ms: number }[];
  /** Requests that fail: those to a path, so many times. */
  readonly fails: readonly { readonly path: string; readonly times: number }[];
  /** What must not be heard, wherever it stands in a line. */
  readonly never: readonly Line[];
  readonly steps: readonly Step[];
}

/** Keys, and what is heard before the next. */
export interface Step {
  /** `Tab Tab`, `type Ada Marsh`, `wait`: as the file has it. */
  readonly keys: string;
  /** Said in this order; the reader may say more. */
  readonly lines: readonly Line[];
  /** What must not be heard at this step: as a whole utterance. */
  readonly never: readonly Line[];
}

/** Words, with `…` for any others. */
export interface Line {
  readonly words: string;
  /** Where one browser alone says so. */
  readonly browser?: string;
}

/** Every journey, from the files beside this one, or those of the given names. */
export function journeys(names: readonly string[] = []): readonly Journey[] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.txt'));
  return files
    .map((file) => file.slice(0, -'.txt'.length))
    .filter((name) => names.length === 0 || names.includes(name))
    .sort()
    .map((name) => parse(name, readFileSync(`${import.meta.dirname}/${name}.txt`, 'utf8')));
}

/**
 * A journey from its text: a title after `#`, `page: /contact`, `never: clickable`, `fails: /graphql 1`, `delays: /graphql 0` (ms),
 * `documents: foreign`, then steps: `> Tab` and a line each for what is heard; `chromium: ...` is for one browser, and `never: ...` after a key for what must not be heard then. @throws with the line where it is none of these.
 */
function parse(name: string, text: string): Journey {
  const never: Line[] = [];
  const steps: { keys: string; lines: Line[]; never: Line[] }[] = [];
  const fails: { path: string; times: number }[] = [];
  const delays: { path: string; ms: number }[] = [];
  const head: Record<string, string> = {};
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const directive = /^(page|fails|delays|documents): (.+)$/.exec(line);
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
  const { title = name, page = '/', documents = 'own' } = head;
  const site = sites.find((one) => one === documents);
  if (site === undefined) throw new Error(`Cannot read ${name}.txt: no documents are called "${documents}"`);
  return { name, title, page, site, fails, delays, never, steps };
}

function addTo(step: { lines: Line[]; never: Line[] } | undefined, line: string): void {
  if (line.startsWith('never: ')) step?.never.push(lineFrom(line.slice('never: '.length)));
  else step?.lines.push(lineFrom(line));
}

function lineFrom(text: string): Line {
  const own = /^(firefox|chromium): (.+)$/.exec(text);
  return own ? { browser: own[1] ?? '', words: own[2] ?? '' } : { words: text };
}

/** The lines that are for a browser. */
export function linesFor(browser: string, lines: readonly Line[]): readonly string[] {
  return lines
    .filter((line) => line.browser === undefined || line.browser === browser)
    .map(({ words }) => words);
}

/** The first of some lines that was not heard, in their order, among others; undefined where all were. */
export function firstUnheard(lines: readonly string[], heard: readonly string[]): string | undefined {
  let from = 0;
  for (const line of lines) {
    const at = heard.findIndex((words, index) => index >= from && pattern(line, true).test(words));
    if (at < 0) return line;
    from = at + 1;
  }
  return undefined;
}

/** What was heard of the things that must not be, as a whole utterance or as part of one. */
export function wronglyHeard(
  never: readonly string[],
  heard: readonly string[],
  isWhole: boolean,
): readonly string[] {
  return heard.filter((words) => never.some((line) => pattern(line, isWhole).test(words)));
}

function pattern(line: string, isWhole: boolean): RegExp {
  const words = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(isWhole ? `^${words.join('.*')}$` : words.join('.*'));
}
