import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folders outside of the `yard` folders whose files import from these: the points at which the yard is registered. */
const registering: readonly string[] = [
  'engine/preset',
  'src/cli/preset',
  'src/contact/preset',
  'src/server/app',
  'src/server/commands/enquiries',
  'src/server/delivery/mail',
  'src/server/enquiries/graphql',
  'src/server/enquiries/judge',
  'src/server/forms/content',
  'src/server/forms/pages',
  'src/server/inbox',
  'src/server/studio',
  'src/studio/forms',
  'src/studio/inbox',
  'src/studio/preview',
  'src/studio/rules',
  'widgets',
];

/**
 * The folders outside of the `yard` folders whose code names something of the yard. Most are formats that are
 * stored or sent with these names. Every other folder is about any form.
 */
const naming: readonly string[] = [
  'src/api',
  'src/server/app',
  'src/server/commands/enquiries',
  'src/server/delivery/mail',
  'src/server/enquiries/judge',
  'src/server/forms/content',
  'src/server/forms/pages',
  'src/server/http/studio/draft',
  'src/server/http/studio/inbox',
  'src/server/inbox',
  'src/server/limits',
  'src/server/platform/config',
  'src/server/platform/log',
  'src/server/platform/secret',
  'src/server/store/calls',
  'src/server/store/moving',
  'src/server/store/postgres',
  'src/server/store/postgres/steps',
  'src/server/store/records',
  'src/server/store/repositories',
  'src/server/store/sqlite',
  'src/server/studio',
  'src/server/studio/thread',
  'src/studio/forms',
  'src/studio/inbox',
  'src/studio/preview',
  'src/studio/publish',
  'src/studio/rules',
];

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

it('code of other folders does not name the yard', () => {
  expect(listFolders((code) => yardNames.test(code.replaceAll(imported, '')))).toEqual(naming);
});
