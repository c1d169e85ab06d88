import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The folders outside of the `yard` folders whose files import from these: the points at which the yard is
 * registered. To replace it, one edits only these.
 */
const registering: readonly string[] = [
  'engine/preset',
  'src/cli/preset',
  'src/contact/preset',
  'src/server/preset',
  'src/studio/preset',
  'widgets',
];

/** The reasons for which a folder outside of the `yard` folders names something of the yard. */
const stored = 'stored records, signed tokens and scenarios have these names';
const sent = 'requests, answers, addresses or shared data have these names';
const configured = 'files of the content, settings or log entries have these names';

/** The folders outside of the `yard` folders whose code names something of the yard, with the reason. */
const naming: Readonly<Record<string, string>> = {
  'src/api': sent,
  'src/server/platform/config': configured,
  'src/server/platform/log': configured,
  'src/server/platform/secret': stored,
  'src/server/store/calls': stored,
  'src/server/store/moving': stored,
  'src/server/store/postgres': stored,
  'src/server/store/postgres/steps': stored,
  'src/server/store/records': stored,
  'src/server/store/repositories': stored,
  'src/server/store/sqlite': stored,
  'src/studio/content': configured,
  'src/studio/content/source': configured,
};

/** The names of the yard in code. */
const yardNames =
  /office|event_?titles?|futureEvent|yacht|\bboats?\b|berth|sendContactUs|isInternational|exclude_from/i;

const imported = /^\s*(?:import|export)\b[^;'"]*?\bfrom\s+'[^']+'|\bimport\('[^']+'\)|^import '[^']+'/gm;

/** The sources outside of the `yard` folders, without tests, examples and generated files. */
const files = globSync('{engine,widgets,src}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\.examples\.tsx$|\/(?:testing|generated|yard)\//.test(file),
);

/** Returns the folders with a file whose code passes the test, sorted. Comments are no code. */
function listFolders(isFound: (code: string) => boolean): readonly string[] {
  const found = files.filter((file) =>
    isFound(readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')),
  );
  return [...new Set(found.map(dirname))].sort();
}

it('the yard is imported only where it is registered', () => {
  const importsYard = (code: string) =>
    [...code.matchAll(imported)].some(([statement]) => statement.includes('/yard/'));
  expect(listFolders(importsYard)).toEqual(registering);
});

it('code of other folders names the yard only for a reason', () => {
  expect(listFolders((code) => yardNames.test(code.replaceAll(imported, '')))).toEqual(Object.keys(naming));
});
