import { expect, it } from 'vitest';
import { formatMoment } from './moment.tsx';
import { findPersonalLocale } from './personal-locale.ts';

it.each([
  [['en-GB', 'en'], 'en', '26 Nov 2026, 19:26'],
  [['en'], 'en', '26 Nov 2026, 19:26'],
  [['fr-FR', 'en-US'], 'en', 'Nov 26, 2026, 7:26 PM'],
  [['de-AT', 'en-GB'], 'de', '26. Nov. 2026, 19:26'],
  [['en-GB'], 'de', '26. Nov. 2026, 19:26'],
  [['en-US@posix', 'en-US'], 'en', 'Nov 26, 2026, 7:26 PM'],
  [['en-US@posix'], 'en', '26 Nov 2026, 19:26'],
])('personalLocale writes times as a browser of %j does on a page in %s', (wanted, language, text) => {
  const at = Date.UTC(2026, 10, 26, 19, 26);
  const formatted = formatMoment(at, findPersonalLocale(language, wanted), 'UTC').replaceAll(/\s/g, ' ');
  expect(formatted.replace(/ UTC$/, '')).toBe(text);
});
