import { describe, expect, it } from 'vitest';
import { getCompareAddress } from '../publish/compare-address.ts';
import { toExampleSettings, toSettingsSearch } from './settings.ts';

describe('the address of a preview', () => {
  it('has the preselected office under its own name', () => {
    const settings = { ...toExampleSettings({ on: { type: 'sales' } }), preselection: '17' };
    expect(toSettingsSearch(settings).toString()).toBe(
      'opens=sales&office=17&example=%7B%22on%22%3A%7B%7D%7D',
    );
    const query = { site: '1', placement: 'inline', locale: 'en', office: '17' } as const;
    expect(getCompareAddress({ from: 'live', to: 'draft' }, query)).toBe(
      '/studio/compare?from=live&to=draft&site=1&language=en&opens=page&office=17',
    );
  });

  it('has of an example its situation and its offices alone', () => {
    const offices = { Hamble: { id: 9, name: 'Hamble' } };
    const example = { on: { type: 'sales', inModal: true }, offices, page: '/contact' };
    const search = toSettingsSearch(toExampleSettings(example as never));
    expect(search.get('opens')).toBe('sales');
    expect(JSON.parse(search.get('example') ?? '')).toEqual({ on: { inModal: true }, offices });
  });
});
