import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const document = readFileSync(new URL('docs/accessibility.md', root), 'utf8');

it.each(['untouched', 'mended', 'sent', 'failed'])(
  'docs/accessibility.md prints the transcript: %s',
  (name) => {
    const transcript = readFileSync(new URL(`test/heard/${name}.txt`, root), 'utf8');
    expect(document).toContain(transcript.trim());
  },
);
