import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Documents } from '#engine';
import type { ForeignImportResult } from '#engine/exchange/foreign/index.ts';
import {
  createFolderTarget,
  formatImportReport,
  type ImportLine,
  importForeign,
} from '#engine/exchange/foreign/index.ts';

/** A form as another program writes it. */
export interface ForeignSample {
  /** The name of the source, also of the file with its samples. */
  readonly source: string;
  readonly name: string;
  readonly value: unknown;
}

const folder = new URL('samples/', import.meta.url);
const schemas = fileURLToPath(new URL('../../schemas/', import.meta.url));

/** Reads the samples of one source. */
export function readSamples(source: string): readonly ForeignSample[] {
  const samples = JSON.parse(readFileSync(new URL(`${source}.json`, folder), 'utf8')) as object;
  return Object.entries(samples).map(([name, value]) => ({ source, name, value }));
}

/** The names of the sources that have samples. */
export const sampledSources: readonly string[] = readdirSync(folder).map((file) => file.replace('.json', ''));

/** The documents that come with Slipway: `meta/` and the texts. */
const shippedBase: Documents = Object.fromEntries(
  ['meta', 'texts'].flatMap((part) =>
    readdirSync(`${schemas}${part}`).map((file) => [
      `${part}/${file}`,
      JSON.parse(readFileSync(`${schemas}${part}/${file}`, 'utf8')) as unknown,
    ]),
  ),
);

/** The target of an import into a new folder. */
export const newFolder = createFolderTarget(shippedBase);

/** Formats a line as the report has it. */
export function formatLine(line: ImportLine): string {
  return (
    formatImportReport({ lines: [line] }, 'form.json')
      .trim()
      .split('\n')
      .at(-1)
      ?.trim() ?? ''
  );
}

/** Imports a value, so that it compiles. */
export function importValue(value: unknown, from?: string, name = 'sample'): ForeignImportResult {
  return importForeign({ value, from, name, target: newFolder });
}
