/** How light the studio is: as the system says, or as somebody has chosen. */
export type Scheme = (typeof schemes)[number];

/** In the order in which they are offered. */
export const schemes = ['system', 'light', 'dark'] as const;

const key = 'slipway-studio-scheme';

/** What was chosen in this browser. */
export function schemeKept(): Scheme {
  try {
    return schemes.find((scheme) => scheme === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Shows the studio so, from now on. */
export function showScheme(scheme: Scheme): void {
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  try {
    if (scheme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, scheme);
  } catch {
    // A browser that keeps nothing shows it so as long as the page is open.
  }
}
