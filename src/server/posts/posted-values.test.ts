import { describe, expect, it } from 'vitest';
import { postNames } from '#engine';
import { compiledForm } from '../../../test/support/forms.ts';
import { sampleDocuments } from '../../../test/support/sample-documents.ts';
import { postedValues } from './posted-values.ts';

const form = compiledForm(
  sampleDocuments({
    type: 'object',
    properties: {
      rig: { type: 'string', title: 'Rig', enum: ['sloop', 'ketch'], default: 'ketch' },
      news: { type: 'boolean', title: 'News', default: true },
      ports: {
        type: 'array',
        title: 'Ports',
        items: { type: 'string', enum: ['Cowes', 'Poole'] },
        uniqueItems: true,
        default: ['Cowes'],
      },
      boat: { type: 'string', title: 'Boat' },
    },
  }),
);

function posted(texts: Readonly<Record<string, string>>, kept: unknown) {
  const all = { enquiry_type: '1', ...texts, [postNames.otherValues]: JSON.stringify(kept) };
  const entries = Object.entries(all).map(([name, text]) => [name, [text]] as const);
  return postedValues(form, { texts: new Map(entries), photos: [], refusedPhotos: [] }, 'en');
}

describe('postedValues', () => {
  const presets = { rig: null, news: null, ports: null };

  it('empties what a page began with a preset and nothing was posted for', () => {
    expect(posted({ rig: '', boat: '' }, presets)).toEqual({
      enquiry_type: 1,
      rig: null,
      news: false,
      ports: null,
    });
  });

  it('takes what was posted before that', () => {
    const texts = { rig: 'sloop', news: 'true', ports: 'Poole', boat: 'Kestrel' };
    expect(posted(texts, presets)).toEqual({
      enquiry_type: 1,
      rig: 'sloop',
      news: 'true',
      ports: ['Poole'],
      boat: 'Kestrel',
    });
  });

  it('leaves alone what the page had no control for, and what is no field', () => {
    expect(posted({}, {})).toEqual({ enquiry_type: 1 });
    expect(posted({}, { stranger: null, constructor: null, enquiry_type: null })).toEqual({
      enquiry_type: 1,
    });
    expect(posted({}, 'null')).toEqual({ enquiry_type: 1 });
  });
});
