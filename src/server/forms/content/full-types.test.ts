import { describe, expect, it } from 'vitest';
import type { Form, FormType } from '#engine';
import { findFullTypesOfPage } from './full-types.ts';

describe('findFullTypesOfPage', () => {
  it('returns none, and logs it, if the enquiries cannot be counted: the form is shown all the same', async () => {
    const type = { id: 8, key: 'event', capacity: { count: 1 } } as unknown as FormType;
    const form: Pick<Form, 'types'> = { types: [type] };
    const logged: string[] = [];
    const log = { error: (event: string) => void logged.push(event) };
    const site = { domain: 'www.a.example' };
    const broken = { countEnquiries: async () => Promise.reject(new Error('damaged')) };
    const full = { countEnquiries: async () => 1 };
    expect(await findFullTypesOfPage(form, site, { store: full, log })).toEqual(['event']);
    expect(await findFullTypesOfPage(form, site, { store: broken, log })).toEqual([]);
    expect(logged).toEqual(['capacity-not-counted']);
  });
});
