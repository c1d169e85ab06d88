import { readdirSync, readFileSync } from 'node:fs';
import { findLayoutFaults, readPageTexts } from './page-faults.ts';
import { longLocale, mirroredLocale, pseudoDocuments } from './pseudo-locale.ts';
import type { Visitor } from './visitor.ts';

export interface PseudoPage {
  readonly path: string;
  readonly site: number | string;
  readonly placement: string;
  readonly locale: string;
}

export const pseudoLocales: readonly string[] = [longLocale.locale, mirroredLocale.locale];

/** Small phone and desktop, in px. */
const widths = [320, 1280];

const contentFolder = new URL('../../src/site/content/', import.meta.url);

/**
 * Every page of the demonstration once for each language, below its tag: `/en-XA/contact`, and `/en-XA/bare`,
 * a page without own content, which shows only texts.
 */
export const pseudoPages: readonly PseudoPage[] = pseudoLocales.flatMap((locale) =>
  [
    ...(readContent('pages.json') as readonly PseudoPage[]),
    { path: '/bare', site: 101, title: 'Bare', placement: 'inline', hasSocialIcons: true },
  ].map((page) => ({ ...page, locale, path: `/${locale}${page.path}` })),
);

export const pseudoServer = { documents: pseudoDocuments(), content: { 'pages.json': pseudoPages } };

/** Opens a page and waits until its form is usable: on modal pages after opening the dialog. */
export async function openPseudoPage(
  visitor: Visitor,
  { path, placement }: Pick<PseudoPage, 'path' | 'placement'>,
): Promise<void> {
  await visitor.visits(path);
  if (placement === 'modal') await visitor.page.locator('.sw-launch > button').click();
}

/**
 * Returns the faults in the texts of a page's form in its current state, at every width: texts that do not
 * fit, and in a pseudo-locale those shown or announced that come neither from the texts nor from content.
 * `files` are the names of the visitor's own files. Empty if there are none.
 */
export async function findTextFaults(
  { page, announcements }: Visitor,
  locale: string,
  files: readonly string[] = [],
): Promise<readonly string[]> {
  const texts = pseudoLocales.includes(locale)
    ? [...(await readPageTexts(page)), ...(await announcements())]
    : [];
  const foreign = texts.filter((text) => !isFromTexts(removeNames(files, text), locale));
  const faults = foreign.map((text) => `not from the texts: ${text}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const misfits = await findLayoutFaults(page, [...listCroppableChoices(locale), ...files]);
    faults.push(...misfits.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

function removeNames(names: readonly string[], text: string): string {
  return names.reduce((rest, name) => rest.replaceAll(name, ' '), text);
}

function isFromTexts(text: string, locale: string): boolean {
  const rest = normalizeText(removeMarkedText(text, locale).replace(reference, ' '));
  return rest === '' || contentLines.has(rest);
}

/**
 * Returns the labels of choices from content, and of the departments in the longer pseudo-locale, which may
 * be cut off.
 */
function listCroppableChoices(locale: string): readonly string[] {
  const texts = pseudoServer.documents[`texts/${locale}.json`] ?? {};
  const departments = Object.keys(texts).filter((key) => key.startsWith('options.interested_in.'));
  return [...contentStrings, ...departments.map((key) => texts[key] ?? '')];
}

/** The reference of an enquiry: `7HD-C6F-PM7`. */
const reference = /\b[A-Z0-9]{3}(?:-[A-Z0-9]{3}){2}\b/;

/** Removes the marked parts of a text, the innermost first: an argument may itself be a text. */
function removeMarkedText(text: string, locale: string): string {
  const marked = locale === longLocale.locale ? /\[[^[\]]*\]/g : /\u202E[^\u202C\u202E]*\u202C/g;
  const rest = text.replaceAll(marked, ' ');
  return rest === text ? rest : removeMarkedText(rest, locale);
}

const contentStrings = stringsIn(contentFiles());

/** The content, by paragraphs, and names that no language translates. */
const contentLines = new Set(
  [...contentStrings, 'JPEG, PNG'].flatMap((text) => [text, ...text.split('\n\n')]).map(normalizeText),
);

/** Returns a text in lower case without digits and punctuation at its ends. */
function normalizeText(text: string): string {
  return text.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function contentFiles(): unknown {
  const offices = readContent('offices.json') as readonly {
    readonly name: string;
    readonly title?: string;
  }[];
  const labels = offices.map(({ name, title }) => `${name} - ${title}`);
  return [labels, ...readdirSync(contentFolder).map(readContent)];
}

function readContent(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, contentFolder), 'utf8'));
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
