import { readdirSync, readFileSync } from 'node:fs';
import type { Situation, Values } from '#engine';
import type { Content, Page } from '../../src/server/forms/content/content.ts';
import { linkContent } from '../../src/server/forms/content/link-content.ts';
import type { RawContent, RawPage } from '../../src/server/forms/content/raw-content.ts';
import { toVisitSituation } from '../../src/server/forms/content/visit.ts';
import { compileTestForm } from './forms.ts';

/** Returns the content of the demonstration, as a server has it, with further pages. */
export function loadDemoContent(morePages: readonly RawPage[] = []): Content {
  const raw = readRawDemoContent();
  return linkContent({ ...raw, 'pages.json': [...raw['pages.json'], ...morePages] });
}

/**
 * Returns `pages.json` of the demonstration with further pages: `startServer({content:
 * withDemoPages(mine)})`.
 */
export function withDemoPages(morePages: readonly RawPage[]): { readonly 'pages.json': readonly RawPage[] } {
  return { 'pages.json': [...readRawDemoContent()['pages.json'], ...morePages] };
}

const form = compileTestForm();

/** Returns the situation of a visitor on a page who entered something today. */
export function createVisitSituation(content: Content, page: Page, entered: Values = {}): Situation {
  const today = new Date().toISOString().slice(0, 10);
  return toVisitSituation(form, { page, content, locale: page.locale ?? 'en', today }, entered);
}

export function readRawDemoContent(): RawContent {
  const folder = new URL('../../src/site/content/', import.meta.url);
  const files = readdirSync(folder).map((file) => [
    file,
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
  ]);
  return Object.fromEntries(files) as RawContent;
}
