import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The preview has its own page. */
const ownPages: readonly string[] = ['preview.css'];

it('each class has its rule in one file, so that no page changes another', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.css'));
  const places = new Map<string, string[]>();
  for (const file of files.filter((one) => !ownPages.includes(one)))
    for (const name of listOwnRules(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')))
      places.set(name, [...(places.get(name) ?? []), file]);
  expect([...places].filter(([, found]) => new Set(found).size > 1)).toEqual([]);
});

/** Returns the classes that a style sheet lays out: those alone before a rule that is in no at-rule and sets `display`. */
function listOwnRules(css: string): readonly string[] {
  const rules = css.matchAll(/^\.([\w-]+) \{\n((?: {2}.*\n|\n)*?)\}/gm);
  return [...rules].flatMap(([, name = '', body = '']) => (/^ {2}display:/m.test(body) ? [name] : []));
}
