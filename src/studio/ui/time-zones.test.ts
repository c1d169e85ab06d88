import { describe, expect, it } from 'vitest';
import { listOtherTimeZones, listSiteTimeZones } from './time-zones.ts';

const site = (name: string, timeZone?: string) => ({
  id: name,
  name,
  domain: `${name}.example`,
  ...(timeZone && { timeZone }),
});

describe('listSiteTimeZones', () => {
  it('gathers the sites of each zone, the first site’s zone first', () => {
    const sites = [
      site('Yard', 'Europe/Paris'),
      site('International', 'America/New_York'),
      site('Quay', 'Europe/Paris'),
    ];
    expect(listSiteTimeZones(sites)).toEqual([
      { zone: 'Europe/Paris', sites: ['Yard', 'Quay'] },
      { zone: 'America/New_York', sites: ['International'] },
    ]);
  });

  it('leaves out sites without one', () => {
    expect(listSiteTimeZones([site('Yard')])).toEqual([]);
  });
});

describe('listOtherTimeZones', () => {
  it('has UTC and what the browser knows, and none of the sites’', () => {
    const others = listOtherTimeZones([{ zone: 'Europe/Paris', sites: ['Yard'] }]);
    expect(others).toEqual(expect.arrayContaining(['UTC', 'America/New_York']));
    expect(others).not.toContain('Europe/Paris');
  });
});
