import { expect, it } from 'vitest';
import type { FindingView } from '../../api/findings.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { assignFindings } from './panel-findings.tsx';

it('assignFindings says without keys and code points what French spacing lacks, beside the text', () => {
  const finding = {
    code: 'french-spacing',
    file: 'texts/fr.json',
    pointer: '/fields.heard.label',
    reason: '“Qui ?” of "fields.heard.label" does not have French spacing; put a space (U+202F)',
  } as unknown as FindingView;
  const { problems, titled, messageOf } = assignFindings({
    findings: [finding],
    entered: {},
    locale: 'fr',
    studio: { say: createFormatMessage('en'), locale: 'en-GB' },
  });
  expect(problems.map(messageOf)).toEqual([
    'A French text lacks a no-break space, or has a space where there should be none.',
  ]);
  expect(titled).toEqual([]);
});
