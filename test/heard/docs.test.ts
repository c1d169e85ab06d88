import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const document = readFileSync(new URL('../../docs/accessibility.md', import.meta.url), 'utf8');

it.each(['untouched', 'mended', 'sent', 'failed'])(
  'docs/accessibility.md prints the transcript: %s',
  (name) => {
    expect(document).toContain(readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8').trim());
  },
);
